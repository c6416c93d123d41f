"""One search: cross-products, scores, settings, workspaces, memory."""
