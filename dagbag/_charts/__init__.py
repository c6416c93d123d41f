"""Charts as data, and matplotlib that draws them.

`learning_curves`, `frequencies` and `alpha_path` are each made into a `chart` (the data), which
`on_matplotlib` draws. Styles are those of pictures.
"""
