"""Exports an embedder and scores the ONNX file, street and garments together, the demo apart."""

import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from crops import CROP_MARGIN, CropSet, product_crop, random_views
from export import export_embedder
from fitting import fix_seeds
from kinds import CATEGORIES
from retrieval import nearest, rank_of_truth, threshold_for

VERSION = "4"
SHIPPED = Path(__file__).parents[2] / "models" / "embedder.json"


def embed_onnx(session, squares, batch=64):
    parts = [
        session.run(None, {"crops": part.astype(np.float32)})[0]
        for part in np.split(squares, range(batch, len(squares), batch))
    ]
    return np.concatenate(parts)


def evaluate(path, items, size, seed):
    """Scores of the ONNX file: street and garments together, the demo apart."""
    # Demo looks that were trained on are many, and only their products' names matter here.
    worn_in_training = {item.identity for item in items if item.source == "demo" and item.split == "train"}
    items = [item for item in items if item.source != "demo" or item.split == "val"]
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    squares = np.stack([product_crop(item.picture, item.box, size) for item in items]).transpose(0, 3, 1, 2)
    vectors = embed_onnx(session, squares)
    kinds, names = np.array([i.kind for i in items]), np.array([i.identity for i in items])
    categories = np.array([CATEGORIES[kind] for kind in kinds])
    val, source = np.array([i.split == "val" for i in items]), np.array([i.source for i in items])
    real = np.isin(source, ["street", "shop"])
    gallery = np.flatnonzero(real)
    position = {n: at for at, n in enumerate(gallery)}
    asked = np.flatnonzero(real & val)
    own = np.array([position[n] for n in asked])

    fix_seeds(seed)
    changed = CropSet([items[n] for n in asked], "cpu")
    views = random_views(changed, torch.arange(len(asked)), size).round().numpy()
    queries = embed_onnx(session, views)
    found, sure = nearest(queries, vectors[gallery])
    other, near = nearest(vectors[asked], vectors[gallery], own)
    absent, doubt = nearest(queries, vectors[gallery], own)
    same_kind = kinds[gallery][other] == kinds[asked]
    # As many queries whose item is missing from the gallery as queries whose item is there.
    all_sure = np.concatenate([sure, doubt])
    is_same = np.concatenate([names[gallery][found] == names[asked], np.zeros(len(asked), bool)])
    scores = {
        "street": {
            "sameItemAtRank1": round(float((found == own).mean()), 3),
            "nearestOfSameKind": round(float(same_kind.mean()), 3),
            "nearestOfSameKindStreetOnly": round(float(same_kind[source[asked] == "street"].mean()), 3),
            "queries": len(asked),
            "gallery": len(gallery),
        }
    }
    similarities = {
        "sameItem": round(threshold_for(all_sure, is_same, 0.9), 3),
        "close": round(threshold_for(near, same_kind, 0.9), 3),
        "similar": round(threshold_for(near, same_kind, 0.8), 3),
    }
    products = np.flatnonzero(source == "product")
    worn = np.flatnonzero(source == "demo")
    if len(products) and len(worn):
        named = vectors[worn], vectors[products], names[worn], names[products]
        rank = rank_of_truth(*named)
        within = rank_of_truth(*named, categories[worn], categories[products])
        unseen = np.array([name not in worn_in_training for name in names[worn]])
        scores["demo"] = {
            "productInFirst1": round(float((rank < 1).mean()), 3),
            "productInFirst3": round(float((rank < 3).mean()), 3),
            "productInFirst1OfItsCategory": round(float((within < 1).mean()), 3),
            "productInFirst3OfItsCategory": round(float((within < 3).mean()), 3),
            "productInFirst3NeverSeenWorn": round(float((rank[unseen] < 3).mean()), 3),
            "queries": len(worn),
            "gallery": len(products),
        }
    return scores, similarities


def describe(embedder, items, output, size, seed):
    """Exports and scores what was trained."""
    output.mkdir(parents=True, exist_ok=True)
    export_embedder(embedder, output / "embedder.onnx", size)
    scores, similarities = evaluate(output / "embedder.onnx", items, size, seed)
    description = {
        "version": VERSION,
        "inputSize": size,
        "dimensions": embedder.head.dimensions,
        "parts": {
            "appearance": embedder.head.project.out_features,
            "colour": embedder.head.colours.out_features,
            "kind": embedder.head.kind.out_features,
        },
        "cropMargin": CROP_MARGIN,
        "fill": 114,
        "fit": "letterbox, centred",
        # Of vectors with words, so not measured here (docs/decisions/112-claim-the-same-item-at-most-once.md).
        "calibrations": json.loads(SHIPPED.read_text())["calibrations"],
        "ownThresholds": similarities,
        "scores": scores,
    }
    (output / "embedder.json").write_text(json.dumps(description, indent=2) + "\n")
    print(json.dumps(description))
