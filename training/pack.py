"""Packs the photos into a few small archives, so that they travel to a machine with a GPU.

    python3 pack.py DATA PACKED [--demo DEMO | --outfits OUTFITS]

DATA holds `street/` (photos, boxes.json, tagged, tagged.json) and `garments/<label>/`; DEMO holds
the illustrated looks: photos, `boxes.json` and `products/`; OUTFITS only photos and `boxes.json`.
"""

import argparse
import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image

# Boxes that we drew ourselves: items of the tagged photos, and each glove of a pair on the boxed ones.
DRAWN = Path(__file__).with_name("drawn_boxes.json")
PICTURES = {".jpg", ".jpeg", ".png", ".webp"}


def shrunk(path, longest, quality):
    """The picture as WebP bytes with its size before and after; transparency laid on white."""
    picture = Image.open(path)
    before = picture.size
    if picture.mode in ("RGBA", "LA", "P"):
        picture = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
    picture = picture.convert("RGB")
    if max(before) > longest:
        picture.thumbnail((longest, longest), Image.LANCZOS)
    packed = io.BytesIO()
    picture.save(packed, "WEBP", quality=quality, method=4)
    return packed.getvalue(), before, picture.size


def pack(target, files, longest, quality, described=None):
    """`files` maps a name in the archive to a path; `described` is its list of photos with boxes."""
    with zipfile.ZipFile(target, "w") as archive, ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda path: shrunk(path, longest, quality), files.values())
        sizes = {}
        for name, (data, before, after) in zip(files, results):
            archive.writestr(name, data)
            sizes[name] = (before, after)
        for photo in described or []:
            (before, _), after = sizes[photo["photo"]]
            scale = after[0] / before
            photo["width"], photo["height"] = after
            for item in photo.get("items", []):
                item["box"] = scaled(item["box"], scale)
                if "each" in item:
                    item["each"] = [scaled(box, scale) for box in item["each"]]
            if "drawn" in photo:
                photo["drawn"] = {
                    kind: [scaled(box, scale) for box in boxes] for kind, boxes in photo["drawn"].items()
                }
        if described is not None:
            archive.writestr("photos.json", json.dumps(described))
    print(target.name, len(files), "pictures", round(target.stat().st_size / 2**20, 1), "MiB")


def scaled(box, scale):
    return [side * scale for side in box]


def pack_street(data, target, quality):
    drawn = json.loads(DRAWN.read_text())
    photos = json.loads((data / "boxes.json").read_text())["photos"]
    for photo in photos:
        for item in photo["items"]:
            if item["kind"] == "gloves":
                item["each"] = drawn["gloves"].get(photo["photo"], [])
    for split, chosen in (("train", quality), ("val", 90)):
        chosen_photos = [photo for photo in photos if photo["split"] == split]
        files = {photo["photo"]: data / "photos" / photo["photo"] for photo in chosen_photos}
        pack(target / f"street-{split}.zip", files, 640, chosen, chosen_photos)
    tagged = json.loads((data / "tagged.json").read_text())
    for photo in tagged:
        photo["drawn"] = drawn["tagged"].get(photo["photo"], {})
    files = {photo["photo"]: data / "tagged" / photo["photo"] for photo in tagged}
    pack(target / "street-tagged.zip", files, 640, quality - 8, tagged)


def pack_garments(data, target, quality):
    files = {
        f"{path.parent.name}/{path.name}": path
        for path in sorted(data.glob("*/*"))
        if path.suffix.lower() in PICTURES
    }
    pack(target / "garments.zip", files, 184, quality - 8)


def pack_demo(demo, target, quality):
    photos = json.loads((demo / "boxes.json").read_text())["photos"]
    for split in ("train", "val"):
        chosen = [photo for photo in photos if photo["split"] == split]
        files = {photo["photo"]: demo / photo["photo"] for photo in chosen}
        pack(target / f"demo-{split}.zip", files, 640, quality, chosen)
    products = {path.stem: path for path in sorted((demo / "products").iterdir()) if path.suffix in PICTURES}
    pack(target / "demo-products.zip", products, 256, quality)


def pack_outfits(folder, target, quality):
    """Beside the catalogue's looks: the same people in other outfits, every photo to learn from."""
    photos = json.loads((folder / "boxes.json").read_text())["photos"]
    files = {photo["photo"]: folder / photo["photo"] for photo in photos}
    pack(target / f"demo-train-{folder.name}.zip", files, 640, quality, photos)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("packed", type=Path)
    parser.add_argument("--demo", type=Path)
    parser.add_argument("--outfits", type=Path)
    parser.add_argument("--quality", type=int, default=80)
    arguments = parser.parse_args()
    arguments.packed.mkdir(parents=True, exist_ok=True)
    if arguments.outfits:
        pack_outfits(arguments.outfits, arguments.packed, arguments.quality)
    elif arguments.demo:
        pack_demo(arguments.demo, arguments.packed, arguments.quality)
    else:
        pack_street(arguments.data / "street", arguments.packed, arguments.quality)
        pack_garments(arguments.data / "garments", arguments.packed, arguments.quality)
