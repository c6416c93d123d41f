"""Check the links of a built site, without a network: ``python tools/check_site.py FOLDER``.

Every link to a page, a picture or a file of the site must lead there, and its anchor must exist.
Links to elsewhere are only asked to be https. Ends with status 1 and a line for each that is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ELSEWHERE = ("https", "mailto", "data", "javascript")


class Page(HTMLParser):
    """The links of a page, and the anchors that others may lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag leads to, and what leads to it."""
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in ("href", "src"):
                self.links.append(value)


def wrong_links(folder: Path) -> Iterator[str]:
    """Yield a line for every link of a site that leads nowhere."""
    pages = {
        path.resolve(): Page(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.html")
        if "_static" not in path.parts  # of the theme
    }
    for path, page in sorted(pages.items()):
        for link in page.links:
            trouble = _trouble(path, link, pages)
            if trouble:
                yield f"{path.relative_to(folder.resolve())}: {link}: {trouble}"


def _trouble(path: Path, link: str, pages: dict[Path, Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return "" if parts.scheme in ELSEWHERE else "not https"
    if parts.path.startswith("/"):
        return "begins at the root, wherever the site may be"
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target = target / "index.html"
    if not target.exists():
        return "there is no such file"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].anchors:
        return "there is no such anchor"
    return ""


def main(folder: Path) -> int:
    """Print what is wrong; return how much of it there is."""
    found = list(wrong_links(folder))
    print("\n".join(found) if found else f"{folder}: all links lead somewhere")
    return len(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) > 0)
