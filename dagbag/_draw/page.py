"""The page of a picture: as large as it needs, with room for the legend below it."""

from __future__ import annotations

from dataclasses import dataclass

from .picture import Picture

ENTRY_INCHES = 1.5  # width of an entry of the legend


@dataclass(frozen=True)
class Page:
    """Sizes in inches, from the bottom up: the legend, the picture, the title."""

    width: float
    legend: float
    picture: float
    title: float

    @property
    def height(self) -> float:
        """Of all three."""
        return self.legend + self.picture + self.title


def fit_page(picture: Picture, *, titled: bool, max_inches: float) -> Page:
    """Return a page for a picture at its default size, or as much smaller as it has to be."""
    extent = [high - low for low, high in zip(picture.low, picture.high, strict=True)]
    unit = min(picture.unit_inches, max_inches / max(extent))
    n_entries = len(picture.legend)
    width = max(extent[0] * unit, ENTRY_INCHES * min(max(n_entries, 2), 4))
    legend = 0.2 + 0.25 * -(-n_entries // legend_columns(width))
    return Page(width, legend, extent[1] * unit, 0.35 if titled else 0.0)


def legend_columns(width: float) -> int:
    """Return how many entries of the legend stand side by side on so many inches."""
    return max(1, int(width / ENTRY_INCHES + 1e-9))
