"""Pictures and charts as data, and matplotlib that draws them."""
