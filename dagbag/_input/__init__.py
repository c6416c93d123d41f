"""Every check of user input and every reader of data, graphs, ensembles and files."""
