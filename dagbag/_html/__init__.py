"""What a notebook shows of an object: pieces of HTML, without scripts or anything from elsewhere.

- `escape`: any value as text that is harmless in a page.
- `table`: the first rows of some columns.
- `card`: a headline, warnings, facts, tables and a picture in one frame.

An object's HTML repr puts them together: ``card("Effects: 5 edges", ["of a DAG with 4 nodes"],
table=html_table({"source": [...], "estimate": [...]}))``.

Styles are inline, as viewers drop style sheets of strangers; colours are those of the page, with
shades of grey that can be seen on light and dark.
"""
