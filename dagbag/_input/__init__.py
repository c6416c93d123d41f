"""Every check of user input and every reader; nothing below checks again.

- `words`: the words of messages.
- `arguments`: names of arguments, R's and those of other packages.
- `renamed`: names of the release before, with a warning.
- `checks`: numbers, flags and choices, one ``check_<argument>`` each.
- `cutoffs`: what a selected edge must exceed.
- `frames`, `tables`: tables of pandas and polars, in and out; masked arrays.
- `containers`: data of every container as one table, and what each column is; `data`: the data
  matrix; `missing`: rows with missing values; `covariance`: a covariance matrix in its place;
  `symmetric`: what looks like one.
- `diagnosis`: all that is wrong with a table, at once; `dependence`: columns that say the same;
  `findings`: the report.
- `graphs`: the reader of graphs; `forms`: the forms they come in; `labels`: names of nodes;
  `common_nodes`: those of several graphs; `fixed_graphs`: graphs that compare by value.
- `data_files`: data from files, whatever is wrong with them; `data_cells`: columns of their cells.
- `files`: tables and graphs from files; `stored`: what kind of file it is; `cells`, `table_cells`,
  `graph_cells`: what its cells say.
- `pipes`: what is no file on a disk, and can be read but once or never ends.
- `constraints`: lists and initial graph.
- `knowledge`: what is known by name; `knowledge_text`: its text file; `applied_knowledge`: what it
  says of the nodes of data.
- `ensembles`: ensembles of every form, as edge counts.
- `exchanged`: what is asked of a graph that goes out to other programs.
- `pictures`, `reports`: what is asked of them; `curves`: what learning curves are made of.
- `estimates`: what is asked of the estimator; `origins`: what was subtracted from large integers.
- `effects`: what is asked of a given DAG.
- `simulated`: what is asked of a simulation; `streams`: of R's random numbers;
  `parameters`: of the distributions they are drawn from.
- `memory`: how much there is, and what is refused for want of it.
"""
