"""The site: every public name is in it, every page, and its drawings are what their script draws."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from check_site import wrong_links
from drawings import DRAWINGS, FOLDER
from shown_pictures import difference, pictures_of
from test_public_api import names_of, public_modules

ROOT = Path(__file__).resolve().parent.parent
API = ROOT / "docs" / "api"
DIRECTIVE = re.compile(r"^\.\. (auto\w+|currentmodule):: ([\w.]+)\n((?:   :.*\n)*)", re.M)


def documented(text):
    """What a page of the API has, as (module, name); all of a module whose members it has."""
    module = None
    for directive, name, options in DIRECTIVE.findall(text):
        if directive == "currentmodule":
            module = name
        elif directive != "automodule":
            yield module, name
        elif ":members:" in options:
            yield from ((name, each) for each in names_of(import_module(name)))


def all_documented():
    return [found for page in sorted(API.glob("*.rst")) for found in documented(page.read_text())]


def test_every_public_name_is_in_the_api():
    """By its own name or, where several modules have the same object, by one of them."""
    listed = all_documented()
    objects = [getattr(import_module(module), name) for module, name in listed]
    missing = [
        f"{module.__name__}.{name}"
        for module in public_modules()
        for name in names_of(module)
        if (module.__name__, name) not in listed
        and not any(getattr(module, name) is each for each in objects)
        and not re.search(rf"automodule:: {module.__name__}\.{name}$", _api_text(), re.M)
    ]
    assert not missing


def _api_text():
    return "\n".join(page.read_text() for page in API.glob("*.rst"))


def test_what_is_left_out_is_noticed():
    text = ".. currentmodule:: dagbag\n\n.. autoclass:: DAGBag\n   :members:\n"
    assert list(documented(text)) == [("dagbag", "DAGBag")]
    whole = list(documented(".. automodule:: dagbag.stability\n   :members:\n"))
    assert ("dagbag.stability", "stability_cutoff") in whole
    assert not list(documented(".. automodule:: dagbag.stability\n"))


def test_no_name_is_there_twice():
    listed = all_documented()
    assert len(set(listed)) == len(listed)


def test_every_page_of_the_api_is_in_its_contents():
    contents = (API / "index.rst").read_text().partition(".. toctree::")[2].split()
    assert {page.stem for page in API.glob("*.rst")} - {"index"} <= set(contents)


def test_every_vignette_is_a_page_with_a_picture():
    docs = "\n".join(page.read_text() for page in (ROOT / "docs").glob("*.md"))
    for vignette in (ROOT / "vignettes").glob("*.md"):
        assert re.search(rf"^\.\./vignettes/{vignette.stem}$", docs, re.M), "not in the contents"
        assert pictures_of(vignette), f"{vignette.name} shows no picture"
        assert all(picture.exists() for picture in pictures_of(vignette))


def test_every_picture_is_shown():
    shown = {picture for page in (ROOT / "vignettes").glob("*.md") for picture in pictures_of(page)}
    assert set((ROOT / "vignettes" / "images").iterdir()) == shown


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_drawings_are_those_of_their_script(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == DRAWINGS[name]()


def test_the_paper_cites_what_it_lists():
    paper = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
    listed = re.findall(r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text("utf-8"), re.M)
    assert set(re.findall(r"@(\w+)", paper)) == set(listed)
    assert len(set(listed)) == len(listed)


# What holds the pages to their pictures and links


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ('<text x="1">a</text><path d="M 1 2"/>', ""),
        ('<text x="1.2">a</text><path d="M 1 2.3"/>', ""),
        ('<text x="1">b</text><path d="M 1 2"/>', "other texts"),
        ('<text x="1">a</text><path d="L 1 2"/>', "other shapes or colours"),
        ('<text x="1">a</text><path d="M 1 9"/>', "a number that differs by 7"),
    ],
)
def test_pictures_that_differ_are_told(other, found):
    assert difference('<text x="1">a</text><path d="M 1 2"/>', other) == found


def test_labels_of_clipping_paths_rest_on_rounding():
    kept = (
        '<path clip-path="url(#pa1b2c3d4e5)"/><clipPath id="pa1b2c3d4e5"><rect x="1"/></clipPath>'
    )
    assert difference(kept, kept.replace("a1b2c3d4e5", "f0e1d2c3b4")) == ""
    other = kept.replace('id="pa1b2c3d4e5"', 'id="pf0e1d2c3b4"')
    assert "differs" in difference(kept, other)


def test_of_another_matplotlib_only_texts_are_compared():
    kept = '<dc:title>Matplotlib v3.9.1, x</dc:title><text x="1">a</text><path d="M 1 2"/>'
    drawn = kept.replace("3.9.1", "3.11.0").replace("M 1 2", "M 7 8 L 1 1")
    assert difference(kept, drawn) == ""
    assert difference(kept, drawn.replace(">a<", ">b<")) == "other texts"


def test_links_that_lead_nowhere_are_told(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">1</a><a href="b.html#gone">2</a><a href="c.html">3</a>'
        '<img src="x.svg"><a href="#top" id="top">4</a><a href="https://example.org">5</a>'
        '<a href="http://example.org">6</a><a href="/b.html">7</a><img src="pictures/y.svg">'
    )
    (tmp_path / "b.html").write_text('<p id="here">')
    (tmp_path / "x.svg").write_text("<svg/>")
    assert list(wrong_links(tmp_path)) == [
        "a.html: b.html#gone: there is no such anchor",
        "a.html: c.html: there is no such file",
        "a.html: http://example.org: not https",
        "a.html: /b.html: begins at the root, wherever the site may be",
        "a.html: pictures/y.svg: there is no such file",
    ]
