"""One search, between the checks and the kernel.

- `crossprod`: standardises data and resamples, tells distinct rows, forms cross-products.
- `canonical`: an order of the columns by their contents.
- `correlations`: correlations with ties.
- `scores`: one class per score: penalty, prior, what saturates, how the kernel is given it.
- `settings`: what governs a search, beside the data and the lists.
- `regimes`: where deltas come from, cross-products or the data, and what fits.
- `threads`: those that one search may share work among.
- `workspaces`: the memory of searches, lent and kept.
- `search`: hill climbing with its node order and restarts.
- `resamples`: the same on several resamples in one call of the kernel.
- `found`: what a search found.
- `orders`: a search over orders with its starts.
- `equivalence`: a search over equivalence classes, with the lists as it takes them.
"""
