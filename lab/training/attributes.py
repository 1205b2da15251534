"""What the embedder says of an item in words, and the labels by eye it learns them from."""

from kinds import KINDS

TYPES_OF_KIND = {
    "top": [
        "shirt", "blouse", "t-shirt", "long-sleeve top", "polo shirt", "tank top", "camisole", "sweater",
        "turtleneck", "cardigan", "sweatshirt", "hoodie",
    ],
    "outerwear": [
        "vest", "blazer", "denim jacket", "leather jacket", "bomber jacket", "puffer jacket", "light jacket",
        "coat", "trench coat", "fur coat", "cape",
    ],
    "dress": ["mini dress", "midi dress", "maxi dress", "jumpsuit"],
    "pants": ["jeans", "trousers", "wide-leg trousers", "leggings", "sweatpants"],
    "skirt": ["mini skirt", "midi skirt", "maxi skirt", "pencil skirt", "pleated skirt"],
    "shorts": ["shorts", "denim shorts"],
    "legwear": ["tights", "socks"],
    "footwear": [
        "sneakers", "ankle boots", "tall boots", "loafers", "flats", "heels", "sandals", "slippers", "dress shoes",
    ],
    "bag": ["handbag", "shoulder bag", "crossbody bag", "tote", "clutch", "backpack"],
    "hat": ["cap", "beanie", "brimmed hat"],
    "scarf": ["scarf"],
}  # fmt: skip
# Types that are worn as another kind too: the street photos call a vest a top, and a long cardigan a coat.
ALSO_OF_KIND = {
    "top": ["vest"],
    "outerwear": ["cardigan", "hoodie", "sweatshirt", "shirt"],
    "dress": ["shirt", "blouse", "sweater"],
}
COLOURS = [
    "black", "white", "grey", "navy", "blue", "light blue", "denim", "teal", "green", "olive", "khaki", "beige",
    "cream", "tan", "brown", "burgundy", "red", "pink", "purple", "orange", "yellow", "gold", "silver",
]  # fmt: skip
VOCABULARY = {
    "type": [name for names in TYPES_OF_KIND.values() for name in names],
    "pattern": [
        "plain", "striped", "checked", "floral", "dotted", "graphic", "animal", "geometric", "lace", "knit",
        "quilted", "other",
    ],
    "colour": COLOURS,
    "secondColour": ["none", *COLOURS],
    "sleeve": ["long", "three-quarter", "short", "sleeveless"],
    "length": ["mini", "midi", "maxi", "cropped", "regular", "long", "full"],
    "material": [
        "cotton", "denim", "leather", "suede", "knit", "wool", "synthetic", "satin", "linen", "lace", "velvet",
        "fur", "straw", "rubber",
    ],
}  # fmt: skip
ATTRIBUTES = list(VOCABULARY)
# The kinds that an attribute is said of, where it is not all of them.
OF_KINDS = {
    "sleeve": ["top", "outerwear", "dress"],
    "length": ["top", "outerwear", "dress", "pants", "skirt"],
}
KIND_OF_TYPE = {name: kind for kind, names in TYPES_OF_KIND.items() for name in names}


# Kinds that the street photos confuse: a long skirt is labelled a dress there, and tights pants.
CLOTHES = {"top", "outerwear", "dress", "pants", "skirt", "shorts", "legwear"}


def kind_by_eye(kind, words):
    """The kind of a labelled item, where its type by eye contradicts the one it came with."""
    seen = KIND_OF_TYPE.get(words and words[0], kind)
    confused = {kind, seen} <= CLOTHES and words[0] not in ALSO_OF_KIND.get(kind, []) if words else False
    return seen if confused else kind


def numbered(words):
    """Word numbers of a labelled item, -1 where nothing is known or nothing applies."""
    return [
        VOCABULARY[name].index(word) if word in VOCABULARY[name] else -1
        for name, word in zip(ATTRIBUTES, words or [None] * len(ATTRIBUTES))
    ]


def of_secondhand(item):
    """The words of an item of the second-hand shop, whose labels have no length of their own."""
    length = item["type"].split()[0]
    return [
        item["type"],
        item["pattern"],
        item["colors"][0],
        item["colors"][1] if len(item["colors"]) > 1 else "none",
        item["sleeve"] if item["sleeve"] != "none" else None,
        length if length in ("mini", "midi", "maxi") else None,
        item["material"],
    ]


def types_allowed(kind):
    """Numbers of the types that an item of this kind may be."""
    names = [*TYPES_OF_KIND.get(kind, []), *ALSO_OF_KIND.get(kind, [])]
    return [VOCABULARY["type"].index(name) for name in names]


assert set(TYPES_OF_KIND) <= set(KINDS)
