"""The report: one page in which a graph, its confidences and its cutoff can be explored.

- `packing`: numbers as short texts that the page reads back bit for bit.
- `pairs`: how often each pair of nodes is joined, from which the page aggregates again.
- `drawing`: where nodes and edges are, as any picture of the package has it.
- `content`: all that the page shows, as one JSON document; `subject`: what it is made of.
- `page`: the document within the page.

What the browser runs is the folder report_src, which ``make page`` builds into ``page.html``, a
part of the package.
"""
