"""Pictures: where things go, and matplotlib that draws them there."""
