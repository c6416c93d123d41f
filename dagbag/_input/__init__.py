"""Every check of user input and every reader; nothing below checks again.

- `words`: the words of messages.
- `arguments`: names of arguments, R's and those of other packages.
- `renamed`: names of the release before, with a warning.
- `checks`: numbers, flags and choices, one ``check_<argument>`` each.
- `cutoffs`: what a selected edge must exceed.
- `frames`, `tables`: tables of pandas and polars, in and out; masked arrays.
- `data`: the data matrix.
- `graphs`: the reader of graphs; `forms`: the forms they come in; `labels`: names of nodes;
  `common_nodes`: those of several graphs; `fixed_graphs`: graphs that compare by value.
- `files`: tables and graphs from files; `stored`: what kind of file it is; `cells`, `table_cells`,
  `graph_cells`: what its cells say.
- `constraints`: lists and initial graph.
- `ensembles`: ensembles of every form, as edge counts.
- `pictures`: what is asked of a picture; `curves`: what learning curves are made of.
- `estimates`: what is asked of the estimator.
- `simulated`: what is asked of a simulation; `streams`: of R's random numbers.
- `memory`: how much there is, and what is refused for want of it.
"""
