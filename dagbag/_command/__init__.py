"""The command line: a file per sub-command, which is imported when it is asked for.

- `main`: the first word decides; the overview.
- `table`: the sub-commands and what each is for.
- `starting`: Ctrl-C before anything else can run.
- `errors`: errors and exit statuses, warnings as short lines.
- `parsers`: parsers whose errors are one line, readers of arguments; `shared`: options and tables
  that several have in common.
- `graphs`: graphs from files, ensembles and folders.
- `learn`, `check`, `aggregate`: data to graphs; `data`, `known`, `settings`: what they are given;
  `runs`: the folder of a run and how it is resumed; `summary`: what is printed of a graph.
- `effects`, `report`, `compare`: what graphs say.
- `simulate`, `accuracy`, `study`, `demo`: problems with a known answer.
- `validate`, `migrate`: beside R.
- `doctor`, `completion`: this installation.
"""
