"""Pictures of DAGs as data, and what draws them.

`subject` (what is shown), `boxes` (names and their boxes), `placing` (where nodes go: `layered`,
`stress`, `packing`; types in `layout`), `routes` (where edges go), `styles`, `picture` (the data),
`page` (its size), `on_matplotlib` and `on_svg` (the renderers), `small` (a
picture that a notebook shows unasked).
"""
