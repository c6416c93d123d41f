"""R's colours: its names, its palettes, and functions that compute colours."""

from __future__ import annotations

import colorsys
from typing import Any

import numpy as np
import pandas as pd

from ._core import vector
from ._named import NamedArray, names

# Names that mean the same colour in R and in matplotlib, and names that only R has, or that mean
# another colour in matplotlib (R's green is matplotlib's lime).
_SHARED = """
white ffffff aliceblue f0f8ff antiquewhite faebd7 aquamarine 7fffd4 azure f0ffff beige f5f5dc
bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a
burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50
cornflowerblue 6495ed cornsilk fff8dc cyan 00ffff darkblue 00008b darkcyan 008b8b
darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey
2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray
696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22
gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 greenyellow adff2f honeydew
f0fff0 hotpink ff69b4 indianred cd5c5c ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush
fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan
e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray
778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 limegreen 32cd32 linen
faf0e6 magenta ff00ff mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3
mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose
ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olivedrab 6b8e23 orange
ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise
afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum
dda0dd powderblue b0e0e6 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513
salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d skyblue 87ceeb
slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue
4682b4 tan d2b48c thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3
whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
_OTHERS = """
antiquewhite1 ffefdb antiquewhite2 eedfcc antiquewhite3 cdc0b0 antiquewhite4 8b8378
aquamarine1 7fffd4 aquamarine2 76eec6 aquamarine3 66cdaa aquamarine4 458b74 azure1 f0ffff
azure2 e0eeee azure3 c1cdcd azure4 838b8b bisque1 ffe4c4 bisque2 eed5b7 bisque3 cdb79e bisque4
8b7d6b blue1 0000ff blue2 0000ee blue3 0000cd blue4 00008b brown1 ff4040 brown2 ee3b3b brown3
cd3333 brown4 8b2323 burlywood1 ffd39b burlywood2 eec591 burlywood3 cdaa7d burlywood4 8b7355
cadetblue1 98f5ff cadetblue2 8ee5ee cadetblue3 7ac5cd cadetblue4 53868b chartreuse1 7fff00
chartreuse2 76ee00 chartreuse3 66cd00 chartreuse4 458b00 chocolate1 ff7f24 chocolate2 ee7621
chocolate3 cd661d chocolate4 8b4513 coral1 ff7256 coral2 ee6a50 coral3 cd5b45 coral4 8b3e2f
cornsilk1 fff8dc cornsilk2 eee8cd cornsilk3 cdc8b1 cornsilk4 8b8878 cyan1 00ffff cyan2 00eeee
cyan3 00cdcd cyan4 008b8b darkgoldenrod1 ffb90f darkgoldenrod2 eead0e darkgoldenrod3 cd950c
darkgoldenrod4 8b6508 darkolivegreen1 caff70 darkolivegreen2 bcee68 darkolivegreen3 a2cd5a
darkolivegreen4 6e8b3d darkorange1 ff7f00 darkorange2 ee7600 darkorange3 cd6600 darkorange4
8b4500 darkorchid1 bf3eff darkorchid2 b23aee darkorchid3 9a32cd darkorchid4 68228b
darkseagreen1 c1ffc1 darkseagreen2 b4eeb4 darkseagreen3 9bcd9b darkseagreen4 698b69
darkslategray1 97ffff darkslategray2 8deeee darkslategray3 79cdcd darkslategray4 528b8b
deeppink1 ff1493 deeppink2 ee1289 deeppink3 cd1076 deeppink4 8b0a50 deepskyblue1 00bfff
deepskyblue2 00b2ee deepskyblue3 009acd deepskyblue4 00688b dodgerblue1 1e90ff dodgerblue2
1c86ee dodgerblue3 1874cd dodgerblue4 104e8b firebrick1 ff3030 firebrick2 ee2c2c firebrick3
cd2626 firebrick4 8b1a1a gold1 ffd700 gold2 eec900 gold3 cdad00 gold4 8b7500 goldenrod1 ffc125
goldenrod2 eeb422 goldenrod3 cd9b1d goldenrod4 8b6914 gray bebebe green 00ff00 green1 00ff00
green2 00ee00 green3 00cd00 green4 008b00 grey bebebe honeydew1 f0fff0 honeydew2 e0eee0
honeydew3 c1cdc1 honeydew4 838b83 hotpink1 ff6eb4 hotpink2 ee6aa7 hotpink3 cd6090 hotpink4
8b3a62 indianred1 ff6a6a indianred2 ee6363 indianred3 cd5555 indianred4 8b3a3a ivory1 fffff0
ivory2 eeeee0 ivory3 cdcdc1 ivory4 8b8b83 khaki1 fff68f khaki2 eee685 khaki3 cdc673 khaki4
8b864e lavenderblush1 fff0f5 lavenderblush2 eee0e5 lavenderblush3 cdc1c5 lavenderblush4 8b8386
lemonchiffon1 fffacd lemonchiffon2 eee9bf lemonchiffon3 cdc9a5 lemonchiffon4 8b8970 lightblue1
bfefff lightblue2 b2dfee lightblue3 9ac0cd lightblue4 68838b lightcyan1 e0ffff lightcyan2
d1eeee lightcyan3 b4cdcd lightcyan4 7a8b8b lightgoldenrod eedd82 lightgoldenrod1 ffec8b
lightgoldenrod2 eedc82 lightgoldenrod3 cdbe70 lightgoldenrod4 8b814c lightpink1 ffaeb9
lightpink2 eea2ad lightpink3 cd8c95 lightpink4 8b5f65 lightsalmon1 ffa07a lightsalmon2 ee9572
lightsalmon3 cd8162 lightsalmon4 8b5742 lightskyblue1 b0e2ff lightskyblue2 a4d3ee
lightskyblue3 8db6cd lightskyblue4 607b8b lightslateblue 8470ff lightsteelblue1 cae1ff
lightsteelblue2 bcd2ee lightsteelblue3 a2b5cd lightsteelblue4 6e7b8b lightyellow1 ffffe0
lightyellow2 eeeed1 lightyellow3 cdcdb4 lightyellow4 8b8b7a magenta1 ff00ff magenta2 ee00ee
magenta3 cd00cd magenta4 8b008b maroon b03060 maroon1 ff34b3 maroon2 ee30a7 maroon3 cd2990
maroon4 8b1c62 mediumorchid1 e066ff mediumorchid2 d15fee mediumorchid3 b452cd mediumorchid4
7a378b mediumpurple1 ab82ff mediumpurple2 9f79ee mediumpurple3 8968cd mediumpurple4 5d478b
mistyrose1 ffe4e1 mistyrose2 eed5d2 mistyrose3 cdb7b5 mistyrose4 8b7d7b navajowhite1 ffdead
navajowhite2 eecfa1 navajowhite3 cdb38b navajowhite4 8b795e navyblue 000080 olivedrab1 c0ff3e
olivedrab2 b3ee3a olivedrab3 9acd32 olivedrab4 698b22 orange1 ffa500 orange2 ee9a00 orange3
cd8500 orange4 8b5a00 orangered1 ff4500 orangered2 ee4000 orangered3 cd3700 orangered4 8b2500
orchid1 ff83fa orchid2 ee7ae9 orchid3 cd69c9 orchid4 8b4789 palegreen1 9aff9a palegreen2
90ee90 palegreen3 7ccd7c palegreen4 548b54 paleturquoise1 bbffff paleturquoise2 aeeeee
paleturquoise3 96cdcd paleturquoise4 668b8b palevioletred1 ff82ab palevioletred2 ee799f
palevioletred3 cd6889 palevioletred4 8b475d peachpuff1 ffdab9 peachpuff2 eecbad peachpuff3
cdaf95 peachpuff4 8b7765 pink1 ffb5c5 pink2 eea9b8 pink3 cd919e pink4 8b636c plum1 ffbbff
plum2 eeaeee plum3 cd96cd plum4 8b668b purple a020f0 purple1 9b30ff purple2 912cee purple3
7d26cd purple4 551a8b red1 ff0000 red2 ee0000 red3 cd0000 red4 8b0000 rosybrown1 ffc1c1
rosybrown2 eeb4b4 rosybrown3 cd9b9b rosybrown4 8b6969 royalblue1 4876ff royalblue2 436eee
royalblue3 3a5fcd royalblue4 27408b salmon1 ff8c69 salmon2 ee8262 salmon3 cd7054 salmon4
8b4c39 seagreen1 54ff9f seagreen2 4eee94 seagreen3 43cd80 seagreen4 2e8b57 seashell1 fff5ee
seashell2 eee5de seashell3 cdc5bf seashell4 8b8682 sienna1 ff8247 sienna2 ee7942 sienna3
cd6839 sienna4 8b4726 skyblue1 87ceff skyblue2 7ec0ee skyblue3 6ca6cd skyblue4 4a708b
slateblue1 836fff slateblue2 7a67ee slateblue3 6959cd slateblue4 473c8b slategray1 c6e2ff
slategray2 b9d3ee slategray3 9fb6cd slategray4 6c7b8b snow1 fffafa snow2 eee9e9 snow3 cdc9c9
snow4 8b8989 springgreen1 00ff7f springgreen2 00ee76 springgreen3 00cd66 springgreen4 008b45
steelblue1 63b8ff steelblue2 5cacee steelblue3 4f94cd steelblue4 36648b tan1 ffa54f tan2
ee9a49 tan3 cd853f tan4 8b5a2b thistle1 ffe1ff thistle2 eed2ee thistle3 cdb5cd thistle4 8b7b8b
tomato1 ff6347 tomato2 ee5c42 tomato3 cd4f39 tomato4 8b3626 turquoise1 00f5ff turquoise2
00e5ee turquoise3 00c5cd turquoise4 00868b violetred d02090 violetred1 ff3e96 violetred2
ee3a8c violetred3 cd3278 violetred4 8b2252 wheat1 ffe7ba wheat2 eed8ae wheat3 cdba96 wheat4
8b7e66 yellow1 ffff00 yellow2 eeee00 yellow3 cdcd00 yellow4 8b8b00
"""
_PALETTE = ("black", "#DF536B", "#61D04F", "#2297E6", "#28E2E5", "#CD0BBC", "#F5C710", "gray62")


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return {key: f"#{value.upper()}" for key, value in zip(words[::2], words[1::2], strict=True)}


#: Colours by R's names that matplotlib knows by the same name.
SHARED = _pairs(_SHARED)
_NAMED = SHARED | _pairs(_OTHERS)
_NAMED |= {
    f"{word}{k}": "#" + f"{int(k * 255 / 100 + 0.5):02X}" * 3
    for word in ("gray", "grey")
    for k in range(101)
}


class _State:
    palette: tuple[str, ...] = _PALETTE


def color(x: Any) -> Any:
    """Return R's colours as matplotlib's: numbers of the palette, R's names, NA for none.

    Examples
    --------
    >>> color("green"), color("red"), color(2)
    ('#00FF00', 'red', '#DF536B')
    """
    if isinstance(x, pd.Categorical):
        x = x.codes + 1
    found = [_one_color(value) for value in vector(x)]
    return found[0] if np.ndim(x) == 0 else found


def _one_color(value: Any) -> str:
    if value is None or value != value:
        return "none"
    if isinstance(value, str):
        if value.isdigit():
            return _one_color(int(value))
        if value.startswith("#"):
            return value
        if value in ("transparent", "none"):
            return "none"
        plain = value.lower().replace(" ", "")
        if plain not in _NAMED:
            raise ValueError(f"col must be a colour that R knows, got {value!r}")
        return plain if plain in SHARED else _NAMED[plain]
    number = int(value)
    if number == 0:
        return "white"
    return _one_color(_State.palette[(number - 1) % len(_State.palette)])


def _channels(value: Any) -> tuple[int, int, int, int]:
    """Return red, green, blue and opacity in 0 to 255."""
    text = _one_color(value)
    if text == "none":
        return 255, 255, 255, 0
    text = SHARED.get(text, text).lstrip("#")
    if len(text) == 6:
        text += "FF"
    red, green, blue, alpha = (int(text[k : k + 2], 16) for k in (0, 2, 4, 6))
    return red, green, blue, alpha


def _hex(channels: Any) -> str:
    return "#" + "".join(f"{int(c):02X}" for c in channels)


def _texts(found: list[str], *inputs: Any) -> Any:
    if all(np.ndim(x) == 0 for x in inputs) and len(found) == 1:
        return found[0]
    return np.array(found, dtype=object)


def _byte(share: float) -> int:
    return int(255 * share + 0.5)


def _from_hsv(h: float, s: float, v: float, alpha: float | None = None) -> str:
    channels = [_byte(c) for c in colorsys.hsv_to_rgb(h, s, v)]
    return _hex(channels if alpha is None or alpha == 1 else [*channels, _byte(alpha)])


def rgb(
    red: Any,
    green: Any = None,
    blue: Any = None,
    alpha: Any = None,
    names: Any = None,
    max_value: Any = 1,
) -> Any:
    """R: ``rgb``.

    Examples
    --------
    >>> rgb(1, 0, 0, 0.5)
    '#FF000080'
    """
    if green is None:
        matrix = np.asarray(red, dtype=float)
        red, green, blue = matrix[:, 0], matrix[:, 1], matrix[:, 2]
    parts = [vector(x).astype(float) for x in (red, green, blue)]
    if alpha is not None:
        parts.append(vector(alpha).astype(float))
    count = max(len(p) for p in parts)
    top = float(max_value)

    def byte(value: float) -> int:  # R takes numbers of 0 to 255 as integers, without rounding
        return int(value) if top == 255 else _byte(value / top)

    found = [_hex([byte(p[k % len(p)]) for p in parts]) for k in range(count)]
    if names is not None:
        return NamedArray(np.array(found, dtype=object), [vector(names)])
    return _texts(found, red, green, blue)


def hsv(h: Any = 1, s: Any = 1, v: Any = 1, alpha: Any = None) -> Any:
    """R: ``hsv``."""
    parts = [vector(x).astype(float) for x in (h, s, v, 1 if alpha is None else alpha)]
    count = max(len(p) for p in parts)
    return _texts([_from_hsv(*(p[k % len(p)] for p in parts)) for k in range(count)], h, s, v)


def rainbow(
    n: Any, s: Any = 1, v: Any = 1, start: Any = 0, end: Any = None, alpha: Any = None
) -> Any:
    """R: ``rainbow``."""
    count = int(n)
    last = max(1, count - 1) / max(count, 1) if end is None else float(end)
    hues = np.linspace(float(start), last, count)
    opacity = None if alpha is None else float(alpha)
    return np.array([_from_hsv(h, float(s), float(v), opacity) for h in hues], dtype=object)


def heat_colors(n: Any, alpha: Any = None) -> Any:
    """R: ``heat.colors``: red to yellow, then a quarter paler and paler.

    Examples
    --------
    >>> heat_colors(4).tolist()
    ['#FF0000', '#FF8000', '#FFFF00', '#FFFF80']
    """
    pale = int(n) // 4
    opacity = None if alpha is None else float(alpha)
    found = rainbow(int(n) - pale, start=0, end=1 / 6, alpha=alpha).tolist()
    if pale:
        shades = np.linspace(1 - 1 / (2 * pale), 1 / (2 * pale), pale)
        found += [_from_hsv(1 / 6, s, 1, opacity) for s in shades]
    return np.array(found, dtype=object)


def terrain_colors(n: Any) -> Any:
    """R: ``terrain.colors``: green to yellow to white."""
    count, half = int(n), int(n) // 2
    first = _steps(half, (4 / 12, 2 / 12), (1, 1), (0.65, 0.9))
    second = _steps(count - half + 1, (2 / 12, 0), (1, 0), (0.9, 0.95))[1:]
    return np.array([*first, *second][:count], dtype=object)


def topo_colors(n: Any) -> Any:
    """R: ``topo.colors``: blue, green, and yellow to brown."""
    count, third = int(n), int(n) // 3
    first = _steps(count - 2 * third, (43 / 60, 31 / 60), (1, 1), (1, 1))
    second = _steps(third, (23 / 60, 11 / 60), (1, 1), (1, 1))
    last = _steps(third, (10 / 60, 6 / 60), (1, 0.3), (1, 1))
    return np.array([*first, *second, *last], dtype=object)


def cm_colors(n: Any) -> Any:
    """R: ``cm.colors``: cyan to white to magenta."""
    count, half = int(n), int(n) // 2
    even = count % 2 == 0
    cyan = np.linspace(0.5, 0.5 / half if even and half else 0, half + (not even))
    magenta = np.linspace(0.5 / half if half else 0, 0.5, half)
    found = [_from_hsv(6 / 12, s, 1) for s in cyan] + [_from_hsv(10 / 12, s, 1) for s in magenta]
    return np.array(found[:count], dtype=object)


def _steps(
    n: int, h: tuple[float, float], s: tuple[float, float], v: tuple[float, float]
) -> list[str]:
    return [
        _from_hsv(*each)
        for each in zip(np.linspace(*h, n), np.linspace(*s, n), np.linspace(*v, n), strict=True)
    ]


def gray(level: Any, alpha: Any = None) -> Any:
    """R: ``gray``.

    Examples
    --------
    >>> gray(0.5)
    '#808080'
    """
    ending = [] if alpha is None else [_byte(float(alpha))]
    return _texts([_hex([_byte(float(x))] * 3 + ending) for x in vector(level)], level)


def gray_colors(n: Any, start: Any = 0.3, end: Any = 0.9, gamma: Any = 2.2) -> Any:
    """R: ``gray.colors``."""
    power = float(gamma)
    levels = np.linspace(float(start) ** power, float(end) ** power, int(n)) ** (1 / power)
    return np.array([gray(x) for x in levels], dtype=object)


def color_ramp_palette(colors: Any) -> Any:
    """Return a function that makes n colours between some. R: ``colorRampPalette``.

    Examples
    --------
    >>> color_ramp_palette(["white", "navy"])(3).tolist()
    ['#FFFFFF', '#7F7FBF', '#000080']
    """
    ends = np.array([_channels(c)[:3] for c in vector(colors)]) / 255

    def palette_of(n: Any) -> Any:
        return rgb(_between(ends, np.linspace(0, 1, int(n))), max_value=255)

    return palette_of


def color_ramp(colors: Any) -> Any:
    """Return a function of places between 0 and 1. R: ``colorRamp``."""
    ends = np.array([_channels(c)[:3] for c in vector(colors)]) / 255

    def channels_at(x: Any) -> Any:
        return _between(ends, vector(x).astype(float))

    return channels_at


def _between(ends: Any, places: Any) -> Any:
    """Interpolate by the share of the way, as R does: a share in another form rounds otherwise."""
    where = np.linspace(0, 1, len(ends))
    below = np.clip(np.searchsorted(where, places, side="right") - 1, 0, max(len(ends) - 2, 0))
    above = np.minimum(below + 1, len(ends) - 1)
    gap = np.where(above > below, where[above] - where[below], 1)
    share = (places - where[below]) / gap
    found = ends[below] + (ends[above] - ends[below]) * share[:, None]
    return np.where((places == where[above])[:, None], ends[above], found) * 255


def adjustcolor(col: Any, alpha: Any = 1) -> Any:
    """Make colours more transparent. R: ``adjustcolor``.

    Examples
    --------
    >>> adjustcolor("red", 0.5)
    '#FF000080'
    """
    found = []
    for value in vector(col):
        red, green, blue, opacity = _channels(value)
        found.append(_hex([red, green, blue, _byte(opacity / 255 * float(alpha))]))
    return _texts(found, col)


def col2rgb(col: Any, alpha: Any = False) -> Any:
    """R: ``col2rgb``: a column for each colour."""
    rows = 4 if alpha else 3
    values = np.array([_channels(v)[:rows] for v in vector(col)], dtype=np.int64).T
    own = names(col)
    words = np.array(["red", "green", "blue", "alpha"][:rows], dtype=object)
    return NamedArray(values, (words, own))


def hcl(h: Any = 0, c: Any = 35, l: Any = 85) -> Any:  # noqa: E741
    """R: ``hcl``: hue, chroma, luminance."""
    parts = [vector(x).astype(float) for x in (h, c, l)]
    count = max(len(p) for p in parts)
    return _texts([_from_hcl(*(p[k % len(p)] for p in parts)) for k in range(count)], h, c, l)


def _from_hcl(h: float, c: float, lum: float) -> str:
    """Convert polar CIE-LUV to sRGB, channels cut to what screens show."""
    if lum <= 0:
        return "#000000"
    angle = np.deg2rad(h)
    u, v = c * np.cos(angle), c * np.sin(angle)
    y = 100 * (((lum + 16) / 116) ** 3 if lum > 7.999592 else lum / 903.3)
    u, v = u / (13 * lum) + 0.1978398, v / (13 * lum) + 0.4683363
    x = 9 * y * u / (4 * v)
    z = -x / 3 - 5 * y + 3 * y / v
    linear = (
        np.array(
            [
                [3.240479, -1.537150, -0.498535],
                [-0.969256, 1.875992, 0.041556],
                [0.055648, -0.204043, 1.057311],
            ]
        )
        @ np.array([x, y, z])
        / 100
    )
    shown = [
        1.055 * value ** (1 / 2.4) - 0.055 if value > 0.00304 else 12.92 * value for value in linear
    ]
    return _hex([_byte(min(max(value, 0.0), 1.0)) for value in shown])


def hcl_colors(n: Any, palette: str = "viridis", rev: Any = False) -> Any:
    """R: ``hcl.colors``: viridis is R's own; others are matplotlib's map of the same name.

    Examples
    --------
    >>> hcl_colors(3).tolist()
    ['#4B0055', '#009B95', '#FDE333']
    """
    count = int(n)
    if palette.lower() == "viridis":
        places = np.linspace(1, 0, count)
        found = [_from_hcl(75 + 225 * x, 95 - 55 * x, 90 - 75 * x**1.1) for x in places]
    else:
        from matplotlib import colormaps
        from matplotlib.colors import to_hex

        known = {name.lower(): name for name in colormaps}
        word = palette.lower().replace(" ", "").replace("-", "")
        chosen = colormaps[known.get(word, "viridis")]
        found = [to_hex(chosen(x)).upper() for x in np.linspace(1, 0, count)]
    return np.array(found[::-1] if rev else found, dtype=object)


def palette(value: Any = None) -> Any:
    """Return the colours that numbers mean, or set them. R: ``palette``."""
    old = np.array(_State.palette, dtype=object)
    if value is not None:
        given = [str(v) for v in vector(value)]
        _State.palette = _PALETTE if given in (["default"], ["R4"]) else tuple(given)
    return old
