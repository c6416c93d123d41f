"""Notebooks of vignettes run from top to bottom and show what the page says."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parent.parent / "tools" / "notebooks.py"
PAGE = """\
# A page

See [another](other.md#part).

```python
>>> x = 1
>>> x + 1
2
>>> print("a")
a
>>> y = 3

```

![A picture](images/picture.svg)

```sh
ls
```
"""

pytestmark = pytest.mark.nbclient


@pytest.fixture
def tool():
    import notebooks

    return notebooks


def test_cells_end_where_something_is_shown(tool):
    cells = tool.notebook_of(PAGE)["cells"]
    assert [cell["source"] for cell in cells] == [
        "# A page\n\nSee [another](../vignettes/other.md#part).",
        "x = 1\nx + 1",
        'print("a")',
        "y = 3",
        "```sh\nls\n```",
    ]
    assert [cell["metadata"].get("shows") for cell in cells] == [None, "2\n", "a\n", "", None]


def test_what_differs_from_the_page_is_told(tool):
    notebook = tool.notebook_of(PAGE)
    values = {"x = 1\nx + 1": "3", 'print("a")': "a"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and cell["source"] in values:
            output = {
                "output_type": "execute_result",
                "data": {"text/plain": values[cell["source"]]},
            }
            cell["outputs"] = [output]
    (found,) = tool.differences(notebook)
    assert found == "x = 1\nx + 1\n-- the page:\n2\n-- the notebook:\n3\n"


@pytest.mark.slow
def test_notebooks_run_and_show_what_the_pages_say(tmp_path):
    done = subprocess.run(
        [sys.executable, str(TOOL), str(tmp_path), "--run"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(tmp_path.glob("*.ipynb"))) == 3
