"""Pictures and charts as data, and matplotlib that draws them.

A DAG: `subject` (what is shown), `boxes` (names and their boxes), `placing` (where nodes go:
`layered`, `stress`, `packing`; types in `layout`), `routes` (where edges go), `picture` (the data),
`page` (its size), `on_matplotlib` (the renderer).

Charts: `learning_curves`, `frequencies`, `alpha_path`, each made into a `chart` (the data), which
`charts_on_matplotlib` draws. `styles` is shared by all.
"""
