"""The seventeen kinds of item the detector names, and what follows from a kind."""

KINDS = [
    "top", "outerwear", "dress", "pants", "skirt", "shorts", "legwear", "footwear", "bag",
    "hat", "eyewear", "belt", "scarf", "tie", "gloves", "jewelry", "watch",
]  # fmt: skip

CATEGORIES = {
    **dict.fromkeys(["top", "outerwear", "dress", "pants", "skirt", "shorts", "legwear"], "clothing"),
    **dict.fromkeys(["hat", "eyewear", "belt", "scarf", "tie", "gloves"], "accessories"),
    **dict.fromkeys(["jewelry", "watch"], "jewelry"),
    "footwear": "footwear",
    "bag": "bags",
}
CATEGORY_NAMES = ["clothing", "footwear", "bags", "jewelry", "accessories"]

# A coat and the shirt under it share their middle, so one box per place cannot serve both:
# each layer of kinds that may lie over another has box outputs of its own. The small kinds lie on
# everything: a tie on the middle of a dress, a belt beside a glove. Each is a layer by itself.
LAYERS = {
    **dict.fromkeys(["top"], 0),
    **dict.fromkeys(["outerwear"], 1),
    **dict.fromkeys(["dress"], 2),
    **dict.fromkeys(["pants", "skirt", "shorts", "hat"], 3),
    **dict.fromkeys(["footwear", "bag"], 4),
    **dict.fromkeys(["eyewear"], 5),
}
LARGE_LAYERS = max(LAYERS.values()) + 1
SMALL_KINDS = ["legwear", "belt", "scarf", "tie", "gloves", "jewelry", "watch"]
LAYERS |= {kind: LARGE_LAYERS + n for n, kind in enumerate(SMALL_KINDS)}
LAYER_OF_KIND = [LAYERS[kind] for kind in KINDS]
LAYER_COUNT = max(LAYER_OF_KIND) + 1

# The fine labels and tags of the street photos, and the ten folders of single garments.
LABELS_OF_KIND = {
    "top": "blouse vest shirt sweater t-shirt bodysuit top sweatshirt hoodie jumper cardigan bra longsleeve",
    "footwear": "shoes pumps heels wedges sandals loafers boots sneakers flats clogs",
    "skirt": "skirt",
    "legwear": "stockings socks tights",
    "eyewear": "sunglasses glasses",
    "dress": "dress romper",
    "outerwear": "jacket coat blazer suit cape outwear",
    "bag": "bag purse wallet",
    "hat": "hat",
    "pants": "pants leggings jeans",
    "belt": "belt",
    "jewelry": "necklace bracelet ring earrings",
    "shorts": "shorts",
    "watch": "watch",
    "tie": "tie",
    "scarf": "scarf",
    "gloves": "gloves",
}
KIND_OF_LABEL = {label: kind for kind, labels in LABELS_OF_KIND.items() for label in labels.split()}
