"""Augmentation of whole photos with their boxes, on the GPU by grid sampling."""

import math

import torch
import torch.nn.functional as F

from photos import FILL

MOSAIC_SHARE, ZOOM_SHARE, PLAIN_SHARE = 0.35, 0.25, 0.15
LEAST_VISIBLE = 0.4


def uniform(count, low, high, device):
    return torch.rand(count, device=device) * (high - low) + low


def random_placements(photos, index, size):
    """[B, 2, 3] matrices that take a photo's pixels to the canvas: zoom, turn, mirror, shift."""
    count, device = len(index), index.device
    extent = photos.extent[index]
    fit = size / photos.pictures.shape[-1]
    scale = fit * torch.exp(uniform(count, math.log(0.65), math.log(1.5), device))
    stretch = torch.exp(uniform(count, -0.12, 0.12, device))
    turn = torch.randn(count, device=device).clamp(-2, 2) * math.radians(4)
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    middle = extent / 2
    target = (extent * scale[:, None]).clamp(max=size) / 2
    room = size - 2 * target
    target = target + torch.rand(count, 2, device=device) * room
    target = target + torch.randn(count, 2, device=device) * 0.08 * size

    # Zooming in on one item, most often a small one, shows the network enough jewelry.
    valid = photos.kinds[index] >= 0
    boxes = photos.boxes[index]
    area = (boxes[..., 2:] - boxes[..., :2]).clamp(min=1).prod(-1)
    chance = torch.where(valid, area.rsqrt(), torch.zeros_like(area)) + 1e-9
    chosen = torch.multinomial(chance, 1)
    box = boxes.gather(1, chosen[..., None].expand(-1, -1, 4))[:, 0]
    zoom = (torch.rand(count, device=device) < ZOOM_SHARE) & valid.any(1)
    middle = torch.where(zoom[:, None], (box[:, :2] + box[:, 2:]) / 2, middle)
    target = torch.where(zoom[:, None], uniform(count * 2, 0.25, 0.75, device).view(-1, 2) * size, target)
    scale = torch.where(zoom, fit * torch.exp(uniform(count, math.log(1.0), math.log(2.4), device)), scale)

    # Some photos stay as the product feeds them: upright, filling their square from the corner.
    plain = torch.rand(count, device=device) < PLAIN_SHARE
    scale, stretch = torch.where(plain, fit, scale), torch.where(plain, 1.0, stretch)
    turn = torch.where(plain, 0.0, turn)
    middle = torch.where(plain[:, None], extent / 2, middle)
    target = torch.where(plain[:, None], extent * fit / 2, target)

    across, down = scale * stretch * mirror, scale / stretch
    rows = torch.stack(
        [
            torch.stack([across * turn.cos(), -down * turn.sin()], -1),
            torch.stack([across * turn.sin(), down * turn.cos()], -1),
        ],
        1,
    )
    shift = target - (rows @ middle[..., None])[..., 0]
    return torch.cat([rows, shift[..., None]], 2)


def warp(photos, index, matrices, size):
    """The photos drawn on canvases of size x size, grey where a photo does not reach."""
    source = photos.pictures.shape[-1]
    linear = torch.linalg.inv(matrices[:, :, :2].float())
    shift = -(linear @ matrices[:, :, 2:])
    axis = torch.arange(size, device=index.device) + 0.5
    canvas = torch.stack(torch.meshgrid(axis, axis, indexing="xy"), -1).view(1, -1, 2)
    places = canvas @ linear.transpose(1, 2) + shift.transpose(1, 2)
    outside = (places < 0) | (places > photos.extent[index][:, None])
    grid = (places / source * 2 - 1).view(-1, size, size, 2)
    drawn = F.grid_sample(photos.pictures[index].float(), grid, align_corners=False, padding_mode="border")
    return torch.where(outside.any(-1).view(-1, 1, size, size), float(FILL), drawn)


def move_boxes(photos, index, matrices, window):
    """Boxes on the canvas, cut to `window` [B, 4]; kind -1 where too little is left to see."""
    boxes, kinds = photos.boxes[index], photos.kinds[index].clone()
    linear, half = matrices[:, None, :, :2], (boxes[..., 2:] - boxes[..., :2])[..., None, :] / 2
    middle = (linear @ ((boxes[..., :2] + boxes[..., 2:]) / 2)[..., None])[..., 0] + matrices[:, None, :, 2]
    # A turned box reaches as far as its corners, an oval as far as its rim. What is worn has neither
    # corners nor a rim: between them. With the corners alone, tall boxes came out up to a tenth too wide.
    reach = ((linear * half).abs().sum(-1) + (linear * half).square().sum(-1).sqrt()) / 2
    moved = torch.cat([middle - reach, middle + reach], -1)
    window = window[:, None]
    cut = torch.cat(
        [torch.maximum(moved[..., :2], window[..., :2]), torch.minimum(moved[..., 2:], window[..., 2:])], -1
    )
    area = (moved[..., 2:] - moved[..., :2]).clamp(min=0).prod(-1)
    sides = (cut[..., 2:] - cut[..., :2]).clamp(min=0)
    seen = (sides.prod(-1) > LEAST_VISIBLE * area) & (sides.amin(-1) >= 3)
    kinds[~seen] = -1
    return cut, kinds


def placed(photos, index, size, window, corner=None):
    """Photos drawn within `window`; a mosaic's parts are small and start at its `corner`."""
    matrices = random_placements(photos, index, size if corner is None else 0.85 * size)
    if corner is not None:
        matrices[:, :, 2] += corner
    return warp(photos, index, matrices, size), *move_boxes(photos, index, matrices, window)


def training_batch(photos, index, size, stride):
    """Pictures [B, 3, size, size], boxes [B, M, 4], kinds [B, M], heat weights [B, kinds, h, w]."""
    count, device = len(index), index.device
    whole = torch.tensor([0.0, 0.0, size, size], device=device).expand(count, 4)
    pictures, boxes, kinds = placed(photos, index, size, whole)
    cells = size // stride
    weights = photos.certain[index].float()[..., None, None].expand(-1, -1, cells, cells).clone()
    mosaics = int(count * MOSAIC_SHARE)
    if mosaics:
        cross = (uniform(mosaics * 2, 0.3, 0.7, device).view(-1, 2) * size / stride).round() * stride
        pad = boxes.shape[1] * 3
        boxes = F.pad(boxes, (0, 0, 0, pad))
        kinds = F.pad(kinds, (0, pad), value=-1)
        most = photos.boxes.shape[1]
        for quarter in range(4):
            right, below = quarter % 2, quarter // 2
            low = cross * torch.tensor([right, below], device=device)
            high = torch.where(torch.tensor([right, below], device=device).bool(), float(size), cross)
            window = torch.cat([low, high], 1)
            other = index[torch.randint(count, (mosaics,), device=device)] if quarter else index[:mosaics]
            drawn, part_boxes, part_kinds = placed(photos, other, size, window, low)
            inside = in_window(window, size, 1)
            pictures[:mosaics] = torch.where(inside[:, None], drawn, pictures[:mosaics])
            boxes[:mosaics, quarter * most : (quarter + 1) * most] = part_boxes
            kinds[:mosaics, quarter * most : (quarter + 1) * most] = part_kinds
            weights[:mosaics] = torch.where(
                in_window(window, cells, stride)[:, None],
                photos.certain[other].float()[..., None, None],
                weights[:mosaics],
            )
    return erase(recolour(pictures)), boxes, kinds, weights


def in_window(window, cells, stride):
    axis = (torch.arange(cells, device=window.device) + 0.5) * stride
    across = (axis >= window[:, 0, None]) & (axis < window[:, 2, None])
    down = (axis >= window[:, 1, None]) & (axis < window[:, 3, None])
    return down[:, :, None] & across[:, None, :]


def recolour(pictures, strength=1.0):
    """Light, contrast, saturation and hue changes, some grey pictures, blur and noise."""
    count, device = len(pictures), pictures.device

    def factor(spread):
        return torch.exp(torch.randn(count, 1, 1, 1, device=device).clamp(-2, 2) * spread * strength)

    grey = pictures.mean(1, keepdim=True)
    saturation = factor(0.3) * (torch.rand(count, 1, 1, 1, device=device) > 0.05 * strength)
    pictures = grey + (pictures - grey) * saturation
    turn = torch.randn(count, device=device).clamp(-2, 2) * 0.12 * strength
    pictures = torch.einsum("bij,bjhw->bihw", hue_rotation(turn), pictures)
    pictures = pictures * (1 + torch.randn(count, 3, 1, 1, device=device) * 0.05 * strength)
    level = pictures.mean((1, 2, 3), keepdim=True)
    pictures = ((pictures - level) * factor(0.2) + level * factor(0.2)).clamp(0, 255)
    pictures = (pictures / 255) ** factor(0.15) * 255
    soft = F.avg_pool2d(pictures, 3, 1, 1)
    pictures = torch.where(torch.rand(count, 1, 1, 1, device=device) < 0.15, soft, pictures)
    noise = torch.rand(count, 1, 1, 1, device=device).clamp(min=0.5).sub(0.5) * 20
    return (pictures + torch.randn_like(pictures) * noise).clamp(0, 255)


def hue_rotation(angle):
    """Rotations of RGB about the grey axis, [B, 3, 3]."""
    cos, sin = angle.cos(), angle.sin() / math.sqrt(3)
    third = (1 - cos) / 3
    a, b, c = cos + third, third - sin, third + sin
    return torch.stack([torch.stack(row, -1) for row in ((a, b, c), (c, a, b), (b, c, a))], 1)


def erase(pictures, most=3, share=0.5):
    """Cut-out: up to `most` rectangles of each chosen picture become a flat colour."""
    count, _, height, width = pictures.shape
    device = pictures.device
    y = torch.arange(height, device=device).view(1, -1, 1)
    x = torch.arange(width, device=device).view(1, 1, -1)
    for _ in range(most):
        middle = torch.rand(count, 2, 1, 1, device=device)
        half = uniform(count * 2, 0.02, 0.1, device).view(count, 2, 1, 1)
        hole = ((y / height - middle[:, 0]).abs() < half[:, 0]) & ((x / width - middle[:, 1]).abs() < half[:, 1])
        hole = hole & (torch.rand(count, 1, 1, device=device) < share)
        colour = torch.rand(count, 3, 1, 1, device=device) * 255
        pictures = torch.where(hole[:, None], colour, pictures)
    return pictures
