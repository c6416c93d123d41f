"""Notebooks of vignettes: ``python tools/notebooks.py FOLDER [--run]``.

The page is the one source: its text becomes cells of text, its examples cells of code, which end
after each example that shows something, as a notebook shows the last value of a cell only. With
``--run`` they are run from top to bottom, keep what they show, and it must be what the page says.
"""

from __future__ import annotations

import argparse
import doctest
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat import v4

VIGNETTES = Path(__file__).resolve().parent.parent / "vignettes"
PAGES = ("first-dag", "which-search", "coming-from-r")
EXAMPLES = re.compile(r"^```python\n(>>> .*?)^```\n", re.M | re.S)
PICTURE = re.compile(r"^!\[.*\]\(images/.*\)\n", re.M)  # drawn by the cell above it
LINK = re.compile(r"\]\((?=[\w-]+\.md)")
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def cells_of(page: str) -> Iterator[Any]:
    """Yield the cells of a page; those of code have what they are to show in their metadata."""
    for k, part in enumerate(EXAMPLES.split(page)):
        if k % 2 == 0:
            text = LINK.sub("](../vignettes/", PICTURE.sub("", part)).strip()
            if text:
                yield v4.new_markdown_cell(text)
        else:
            yield from _code_cells(part)


def _code_cells(examples: str) -> Iterator[Any]:
    source: list[str] = []
    for example in doctest.DocTestParser().get_examples(examples):
        source.append(example.source)
        if example.want:
            yield _code_cell(source, example.want)
            source = []
    if source:
        yield _code_cell(source, "")


def _code_cell(source: list[str], want: str) -> Any:
    return v4.new_code_cell("".join(source).rstrip(), metadata={"shows": want})


def notebook_of(page: str) -> Any:
    """Return the notebook of a page, the same bytes each time."""
    cells = list(cells_of(page))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def shown_by(cell: Any) -> str:
    """Return what a cell that was run printed, and its value, as text."""
    parts = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell["outputs"]
        if output["output_type"] == "execute_result" or output.get("name") == "stdout"
    ]
    return "".join(part if part.endswith("\n") else part + "\n" for part in parts if part)


def differences(notebook: Any) -> list[str]:
    """Say which cells show something else than the page."""
    checker = doctest.OutputChecker()
    return [
        f"{cell['source']}\n-- the page:\n{cell['metadata']['shows']}-- the notebook:\n{shown}"
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
        for shown in [shown_by(cell)]
        if not checker.check_output(cell["metadata"]["shows"], shown, FLAGS)
    ]


def run(notebook: Any) -> None:
    """Run a notebook in an empty folder, from top to bottom."""
    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources)
        client.execute(env={**os.environ, "TQDM_DISABLE": "1"})  # no bar where it takes long


def main(arguments: list[str] | None = None) -> None:
    """Write the notebooks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--run", action="store_true", help="run them, and compare with the pages")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        notebook = notebook_of((VIGNETTES / f"{name}.md").read_text(encoding="utf-8"))
        if options.run:
            run(notebook)
            found = differences(notebook)
            if found:
                raise SystemExit(f"{name}.ipynb differs from the page:\n" + "\n".join(found))
        nbformat.write(notebook, options.folder / f"{name}.ipynb")
        print(f"{name}.ipynb: {len(notebook['cells'])} cells")


if __name__ == "__main__":
    main()
