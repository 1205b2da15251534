"""Writes the outlines that product cards are set in, from our own font files (docs/decisions).

    pip install fonttools brotli
    python scripts/card-glyphs.py > src/server/features/images/glyphs.json
"""

import json
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "src/client/styles/fonts"
PACKAGE = ROOT / "node_modules/@fontsource-variable/inter/files"
# All coordinates are written in a square of this size.
UNITS = 1000
# Smaller corrections cannot be seen.
LEAST_KERNING = 8


def kerning(font, names):
    """The first value that any pair lookup gives, for every two characters."""
    pairs = {}
    if "GPOS" not in font:
        return pairs
    gpos = font["GPOS"].table
    wanted = {i for f in gpos.FeatureList.FeatureRecord if f.FeatureTag == "kern" for i in f.Feature.LookupListIndex}
    tables = []
    for index in sorted(wanted):
        for sub in gpos.LookupList.Lookup[index].SubTable:
            tables.append(sub.ExtSubTable if sub.LookupType == 9 else sub)
    for sub in tables:
        if sub.LookupType != 2:
            continue
        covered = set(sub.Coverage.glyphs)
        for left, a in names.items():
            if a not in covered:
                continue
            for right, b in names.items():
                if left + right in pairs:
                    continue
                value = None
                if sub.Format == 1:
                    records = sub.PairSet[sub.Coverage.glyphs.index(a)].PairValueRecord
                    value = next((r.Value1 for r in records if r.SecondGlyph == b), None)
                else:
                    first = sub.ClassDef1.classDefs.get(a, 0)
                    second = sub.ClassDef2.classDefs.get(b, 0)
                    value = sub.Class1Record[first].Class2Record[second].Value1
                if value is not None:
                    pairs[left + right] = getattr(value, "XAdvance", 0) or 0
    return pairs


def outlines(file, weight):
    font = instantiateVariableFont(TTFont(file), {"wght": weight})
    scale = UNITS / font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    names = {chr(code): name for code, name in font.getBestCmap().items()}
    shapes = {}
    for character, name in sorted(names.items()):
        pen = SVGPathPen(glyphs, ntos=lambda n: str(round(n)))
        # SVG's y axis points down.
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        shapes[character] = [round(glyphs[name].width * scale), pen.getCommands()]
    letters = {c: n for c, n in names.items() if c.isascii()}
    kerned = {p: round(v * scale) for p, v in kerning(font, letters).items()}
    return {"glyphs": shapes, "kerning": {p: v for p, v in sorted(kerned.items()) if abs(v) >= LEAST_KERNING}}


def with_parts(base, files, weight):
    """Adds the characters of further subsets, without phonetic signs and other rare ones."""
    glyphs = {}
    for file in files:
        for character, glyph in outlines(file, weight)["glyphs"].items():
            if ord(character) < 0x530 or 0x1E00 <= ord(character) < 0x2000:
                glyphs[character] = glyph
    return {**base, "glyphs": {**glyphs, **base["glyphs"]}}


display = with_parts(
    outlines(FONTS / "fraunces-display-latin.woff2", 420),
    [FONTS / f"fraunces-display-{part}.woff2" for part in ["latin-ext", "vietnamese"]],
    420,
)
text = with_parts(
    outlines(FONTS / "inter-latin.woff2", 450),
    [
        PACKAGE / f"inter-{part}-wght-normal.woff2"
        for part in ["latin-ext", "vietnamese", "cyrillic-ext", "cyrillic", "greek"]
    ],
    450,
)
fonts = {"display": display, "text": text}
json.dump(fonts, sys.stdout, ensure_ascii=False, separators=(",", ":"))
