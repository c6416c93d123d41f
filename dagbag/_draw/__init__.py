"""Pictures.

- `layout`: where nodes and edges go.
- `drawing`: nodes, arrows and the legend, on matplotlib's axes.
- `charts`: learning curves, frequencies, the alpha path.
"""
