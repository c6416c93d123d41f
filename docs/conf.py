"""The documentation site: pages, vignettes and docstrings as they lie in the repository.

The folder of the sources is the repository itself (``sphinx-build -c docs . build/site``), so that
a page is read from where it is kept, and a link between two files is the same link in the site, in
an editor and on a page of the repository. ``docs/README.md`` says why it is made as it is.
"""

import re
from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).resolve().parent.parent

project = "dagbag"
author = "The dagbag developers"
copyright = author  # noqa: A001 - Sphinx's name
release = re.search(
    r'^__version__ = "(.+)"', (ROOT / "dagbag" / "__init__.py").read_text("utf-8"), re.M
)[1]
version = release

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "sphinx_copybutton",
    "sphinx_design",
]

root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/api/*.rst",
    "vignettes/*.md",
    "benchmarks/README.md",
    "r_compat/DEVIATIONS.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "RELEASING.md",
    "SECURITY.md",
]
# Folders that are not looked into for pages.
exclude_patterns = [
    ".*",
    "build",
    "csrc",
    "dagbag",
    "dist",
    "report_src",
    "tests",
    "**/__pycache__",
]

nitpicky = True  # every cross-reference leads somewhere, or the build fails
nitpick_ignore_regex = [
    # Of other projects, whose sites are not asked: a build needs no network.
    (
        r"py:.*",
        r"(numpy|pandas|scipy|matplotlib|networkx|igraph|joblib|sklearn|pgmpy|os|pathlib)\..*",
    ),
    (
        r"py:.*",
        r"(KeyboardInterrupt|TimeoutError|ValueError|TypeError|RuntimeError|UserWarning|object)",
    ),
]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
myst_links_external_new_tab = False

autodoc_typehints = "none"  # numpydoc says the types, in words
autodoc_member_order = "bysource"
autosummary_generate = False
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
toc_object_entries_show_parents = "hide"

copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_title = f"dagbag {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["made/extra"]
html_additional_pages = {"index": "to-the-front-page.html"}
templates_path = ["_templates"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "logo": {"text": "dagbag"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "navigation_depth": 3,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
    "back_to_top_button": True,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"docs/index": [], "docs/gallery": []}


def _without_last_lines(_app, doctree):
    """Take the empty line off the end of examples, which doctest needs and readers do not."""
    for block in doctree.findall(nodes.literal_block):
        if block.rawsource == block.astext():
            block.rawsource = block.rawsource.rstrip()
            block.children = [nodes.Text(block.rawsource)]


def setup(app):
    """Connect what is done to pages."""
    app.connect("doctree-read", _without_last_lines)
