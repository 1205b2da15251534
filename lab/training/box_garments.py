"""Boxes the single garments: a detector that has seen the second-hand shop's boxes draws theirs.

    python3 box_garments.py PACKED OUTPUT START.onnx

writes `garment_boxes.json`, fractions of the photos, with the scores apart in `box_scores.json`: look at
the least sure ones.
"""

import json

import torch

from detector import Decoder
from photos import PhotoSet, letterbox, shop_entries
from pseudo_labels import averaged_maps
from train_detector import fit, read_detector, read_options


@torch.no_grad()
def boxed(model, entries, size, device, batch=32):
    """The best box of each photo as fractions of it, and how sure the model is."""
    decoder, boxes, scores = Decoder(None).to(device), {}, {}
    for start in range(0, len(entries), batch):
        part = entries[start : start + batch]
        squares = [letterbox(picture, size) for _, picture, *_ in part]
        pictures = torch.stack([torch.from_numpy(square).permute(2, 0, 1) for square, _ in squares])
        near, sure, _ = decoder.decode(*averaged_maps([model], pictures.to(device).float()))
        for n, (name, picture, *_) in enumerate(part):
            sides = torch.tensor([picture.shape[1], picture.shape[0]] * 2) * squares[n][1]
            boxes[name] = [round(side, 3) for side in (near[n, 0].cpu() / sides).clamp(0, 1).tolist()]
            scores[name] = round(sure[n, 0].item(), 3)
    return boxes, scores


def main():
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.output.mkdir(parents=True, exist_ok=True)
    start = read_detector(options.packed, options.start, device)
    held_out = PhotoSet(shop_entries(options.packed, ["val"]), options.store, device)
    photos = PhotoSet(shop_entries(options.packed, ["train"]), options.store, device)
    model = fit(photos, held_out, held_out, options, options.seeds[0], start, device)
    boxes, scores = boxed(model, shop_entries(options.packed, ["train", "val"], boxed=False), options.store, device)
    lines = [f"  {json.dumps(name)}: {json.dumps(boxes[name])}" for name in sorted(boxes)]
    (options.output / "garment_boxes.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    (options.output / "box_scores.json").write_text(json.dumps(scores))


if __name__ == "__main__":
    main()
