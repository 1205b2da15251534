import { darken, lighten } from '#demo/draw/color.ts'
import { cosine, sine, squareRoot } from '#demo/draw/exact-math.ts'
import { ellipse, type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Piece, seam } from '#demo/draw/piece.ts'
import { lerp, type Matrix, placement, type Point } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import { type Side, SIDES } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Garment } from './garment.ts'

export const ring = (x: number, y: number, outer: number, inner: number): Path => {
  const hole = ellipse([x, y], inner)
  const back = transformPath(hole, [-1, 0, 0, 1, 2 * x, 0])
  return [...ellipse([x, y], outer), ...back]
}

/** Local frame: ear lobe at 0,0. */
const EARRINGS: readonly ((garment: Garment) => { path: Path; fill: string }[])[] = [
  (g) => [
    { path: ring(0, 10, 10, 7.4), fill: g.metal },
    { path: ring(0, 10, 10, 8), fill: g.fabric.base },
  ],
  (g) => [
    { path: ellipse([0, 2], 3), fill: g.metal },
    { path: pathOf('M0,5 C5,14 6,20 0,26 C-6,20 -5,14 0,5 Z'), fill: g.fabric.base },
  ],
  (g) => [
    { path: ellipse([0, 5], 6.5), fill: g.fabric.base },
    { path: ellipse([0, 5], 3), fill: g.metal },
  ],
  (g) => [
    { path: pathOf('M-1,0 L1,0 L1,10 L-1,10 Z'), fill: g.metal },
    { path: ellipse([0, 15], 7), fill: g.fabric.base },
    { path: pathOf('M-6,24 L6,24 L0,36 Z'), fill: g.trim },
  ],
  (g) => [
    { path: ring(0, 7, 7, 4), fill: g.metal },
    { path: ring(0, 20, 8, 5), fill: g.fabric.base },
  ],
  (g) => [
    { path: pathOf('M0,-2 L7,8 L0,30 L-7,8 Z'), fill: g.fabric.base },
    { path: pathOf('M0,-2 L7,8 L0,8 Z'), fill: lighten(g.fabric.base, 0.3) },
  ],
]

export const drawEarrings: DrawGarment = (garment, figure) => {
  const art = EARRINGS[garment.cut % EARRINGS.length]?.(garment) ?? []
  const at = (side: Side): Matrix =>
    figure.flat
      ? placement([side * 15, 0])
      : placement(
          [
            figure.head[0] * side * 32 + figure.head[2] * 11 + figure.head[4],
            figure.head[1] * side * 32 + figure.head[3] * 11 + figure.head[5],
          ],
          0,
          0.95,
        )
  return SIDES.flatMap((side) =>
    art.map(({ path, fill }, i): Piece => ({
      owner: garment.id,
      z: LAYER.earrings + i / 100,
      path: transformPath(path, at(side)),
      fill,
      shade: figure.flat ? 1.2 : 0,
    })),
  )
}

/** The height of an arch rounder than a parabola, 1 in the middle and 0 at ±1. */
const archAt = (t: number) => {
  const root = squareRoot(1 - t * t)
  return root * squareRoot(root)
}
/** The curve of a chain around the neck. */
const hanging = (figure: Figure, half: number, drop: number): Point[] =>
  [-1, -0.8, -0.45, 0, 0.45, 0.8, 1].map((t) => {
    const y = archAt(t)
    const [x, top] = figure.torso((half / figure.body.shoulder) * t * (1 + 0.18 * y), -0.03)
    return [x, top + y * drop]
  })

const beadsAlong = (
  garment: Garment,
  line: readonly Point[],
  size: number,
  count: number,
): Piece[] =>
  Array.from({ length: count }, (_, i) => {
    const t = (i / (count - 1)) * (line.length - 1)
    const [a, b] = [
      line[Math.floor(t)] ?? [0, 0],
      line[Math.min(line.length - 1, Math.floor(t) + 1)] ?? [0, 0],
    ]
    const f = t - Math.floor(t)
    const grow = size * (0.7 + 0.3 * sine((i / (count - 1)) * Math.PI))
    const colors = [garment.fabric.base, garment.fabric.ink, garment.metal]
    return {
      owner: garment.id,
      z: LAYER.necklace + i / 1000,
      path: ellipse([lerp(a[0], b[0], f), lerp(a[1], b[1], f)], grow),
      fill: garment.cut % 2 ? (colors[i % 4] ?? garment.fabric.base) : garment.fabric.base,
      shade: grow * 0.5,
    }
  })

export const drawNecklace: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 5
  const z = LAYER.necklace
  const chain = (line: Point[], width: number, fill: string): Piece => ({
    owner: garment.id,
    z,
    path: cord(line, width),
    fill,
  })
  if (kind === 0) return beadsAlong(garment, hanging(figure, 17, 44), 5, 17)
  if (kind === 1) {
    const line = hanging(figure, 16, 78)
    const [x, y] = line[3] ?? [0, 0]
    return [
      chain(line, 1.7, garment.metal),
      {
        owner: garment.id,
        z: z + 0.1,
        path: ellipse([x, y + 7], 8),
        fill: garment.fabric.base,
        shade: 3,
        marks: [mark(ellipse([x, y + 7], 3.4), garment.metal)],
      },
    ]
  }
  if (kind === 2)
    return [
      chain(hanging(figure, 17, 34), 5.5, garment.fabric.base),
      chain(hanging(figure, 17, 54), 2, garment.metal),
    ]
  if (kind === 3)
    return [30, 52, 76].map((drop, i) =>
      chain(
        hanging(figure, 16, drop),
        [2.6, 1.8, 2.2][i] ?? 2,
        i === 1 ? garment.metal : garment.fabric.base,
      ),
    )
  const line = hanging(figure, 17, 30)
  const [x, y] = line[3] ?? [0, 0]
  return [
    chain(line, 4, garment.fabric.base),
    {
      owner: garment.id,
      z: z + 0.1,
      path: transformPath(pathOf('M-12,0 L12,0 L7,14 L0,22 L-7,14 Z'), placement([x, y - 2])),
      fill: garment.metal,
      marks: [
        seam(
          transformPath(pathOf('M-12,0 L0,22 L12,0'), placement([x, y - 2])),
          darken(garment.metal, 0.4),
          1,
          0.7,
        ),
      ],
    },
  ]
}

/** Local frame at the wrist: x along the arm, y across it. */
const wristFrame = (figure: Figure, side: Side, v: number): Matrix => {
  if (figure.flat) return placement([0, 0], 0, 1)
  const arm = figure.arm(side)
  return placement(arm.at(0, v), arm.heading(v), 1)
}

export const drawBracelet: DrawGarment = (garment, figure, worn) => {
  const kind = garment.cut % 4
  const frame = wristFrame(figure, worn.hand, 0.94)
  const z = LAYER.wrist + (figure.hand(worn.hand).pose.over === 'head' ? 30 : 0)
  const half = figure.flat ? 20 : figure.arm(worn.hand).width(0.94) + 1.8
  const { base } = garment.fabric
  if (figure.flat) {
    const loop: Piece = {
      owner: garment.id,
      z,
      path: ring(0, 0, 24, kind === 1 ? 15 : 19.5),
      fill: base,
      shade: 3,
    }
    if (kind === 0) return [{ ...loop, marks: [mark(ring(0, 0, 20.6, 19.5), garment.metal)] }]
    if (kind === 1) return [{ ...loop, marks: [mark(ring(0, 0, 21, 18), garment.metal)] }]
    if (kind === 3)
      return [
        { ...loop, fill: garment.metal },
        { ...loop, path: ring(7, 6, 24, 20.5), z: z + 0.1 },
      ]
    return Array.from({ length: 20 }, (_, i) => ({
      ...loop,
      z: z + i / 100,
      path: ellipse([cosine((i / 20) * Math.PI * 2) * 22, sine((i / 20) * Math.PI * 2) * 22], 3.6),
      fill: i % 3 ? base : garment.metal,
      shade: 1.5,
    }))
  }
  const band = (x: number, width: number, fill: string, i = 0): Piece => ({
    owner: garment.id,
    z: z + i / 100,
    path: transformPath(
      pathOf(
        `M${x},${-half} C${x + 2},${-half / 2} ${x + 2},${half / 2} ${x},${half} L${x + width},${half} C${x + width + 2},${half / 2} ${x + width + 2},${-half / 2} ${x + width},${-half} Z`,
      ),
      frame,
    ),
    fill,
    shade: 2,
  })
  if (kind === 0) return [band(-5, 4.5, base), band(-5, 1, garment.metal, 1)]
  if (kind === 1) return [band(-8, 10, base), band(-5, 4, garment.metal, 1)]
  if (kind === 2) return [band(-5, 6, base)]
  return [band(-9, 3, base), band(-4, 3, garment.metal, 1), band(1, 3, base, 2)]
}

export const drawWatch: DrawGarment = (garment, figure, worn) => {
  const frame = wristFrame(figure, worn.hand, 0.93)
  const z = LAYER.wrist + (figure.hand(worn.hand).pose.over === 'head' ? 30 : 0)
  const half = figure.flat ? 46 : figure.arm(worn.hand).width(0.93) + 1.6
  const square = garment.cut % 2 === 1
  const strap = pathOf(
    figure.flat
      ? `M-6,${-half} C-6,${-half - 4} 6,${-half - 4} 6,${-half} L7.5,0 L6,${half} C6,${half + 4} -6,${half + 4} -6,${half} L-7.5,0 Z`
      : `M-4.5,${-half} C-3,${-half / 2} -3,${half / 2} -4.5,${half} L4.5,${half} C6,${half / 2} 6,${-half / 2} 4.5,${-half} Z`,
  )
  const size = figure.flat ? 13 : 6.6
  const dial = square
    ? pathOf(
        `M${-size},${-size * 1.15} L${size},${-size * 1.15} L${size},${size * 1.15} L${-size},${size * 1.15} Z`,
      )
    : ellipse([0, 0], size)
  const face = square
    ? pathOf(
        `M${-size * 0.74},${-size * 0.88} L${size * 0.74},${-size * 0.88} L${size * 0.74},${size * 0.88} L${-size * 0.74},${size * 0.88} Z`,
      )
    : ellipse([0, 0], size * 0.76)
  const light = garment.cut % 3 ? '#F6F1E7' : garment.trim
  const holes = figure.flat
    ? [
        seam(
          transformPath(pathOf('M0,26 L0,27 M0,32 L0,33 M0,38 L0,39'), frame),
          darken(garment.fabric.base, 0.5),
          2,
        ),
      ]
    : []
  return [
    {
      owner: garment.id,
      z,
      path: transformPath(strap, frame),
      fill: garment.fabric,
      shade: 2,
      marks: holes,
    },
    {
      owner: garment.id,
      z: z + 0.1,
      path: transformPath(dial, frame),
      fill: garment.metal,
      shade: figure.flat ? 3 : 1,
      marks: [
        mark(transformPath(face, frame), light),
        seam(
          transformPath(
            pathOf(`M0,0 L0,${-size * 0.6} M0,0 L${size * 0.45},${size * 0.16}`),
            frame,
          ),
          light === '#F6F1E7' ? '#16130F' : '#F6F1E7',
          figure.flat ? 1.3 : 1,
          1,
        ),
      ],
    },
    ...(figure.flat
      ? [
          {
            owner: garment.id,
            z: z - 0.1,
            path: transformPath(pathOf('M13,-2.5 L16.5,-2.5 L16.5,2.5 L13,2.5 Z'), frame),
            fill: garment.metal,
          },
        ]
      : []),
  ]
}
