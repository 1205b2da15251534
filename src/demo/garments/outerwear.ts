import { deeper, paler, seamOn } from '#demo/draw/colour.ts'
import { blob, curve, ellipse, outline, type Path } from '#demo/draw/path.ts'
import { mark, seam, stitch, type Mark, type Piece } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import { sleeve, type WidthAt } from '#demo/draw/tube.ts'
import { SIDES, type Figure, type Side } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { easeBy, hangingEdge, onTorso, sideSeam, sleeves } from './cutting.ts'
import type { DrawGarment, Garment, Worn } from './garment.ts'

type Front = {
  /** Pixels below the hips; negative ends above them. */
  length: number
  flare: number
  ease: WidthAt
  /** How far the front edge stands from the middle, at the break and at the hem. */
  gap: readonly [number, number]
  /** Where the lapels meet. */
  break: number
}
type Edges = { side: Point[]; hem: Point[]; inner: Point[] }
const edgesOf = (figure: Figure, side: Side, front: Front): Edges => {
  const { torso, body } = figure
  const end = 1 + Math.min(0, front.length) / body.torso
  const seamLine = sideSeam(figure, side, 0.27, end, front.ease)
  const below =
    front.length > 0 ? hangingEdge(figure, side, front.length, front.flare, front.ease(1)) : []
  const sidePoints = [...seamLine.slice(0, below.length ? -1 : undefined), ...below]
  const corner = sidePoints.at(-1) ?? [0, 0]
  const middle = torso(side * front.gap[1], end)
  const innerHem: Point = [
    lerp(middle[0], middle[0] + (corner[0] - torso(side, end)[0]) * 0.25, front.length > 0 ? 1 : 0),
    corner[1] + 5,
  ]
  const hem = [corner, [lerp(corner[0], innerHem[0], 0.5), corner[1] + 5] as const, innerHem]
  const inner = [
    innerHem,
    ...(front.length > 60 ? [between(torso(side * front.gap[1], 1), innerHem, 0.35)] : []),
    torso(side * lerp(front.gap[0], front.gap[1], 0.6), Math.min(end, 0.8)),
    torso(side * front.gap[0], front.break),
  ]
  return { side: sidePoints, hem, inner }
}
const panelPath = (figure: Figure, side: Side, front: Front): Path => {
  const { torso } = figure
  const edges = edgesOf(figure, side, front)
  const ease = front.ease(0)
  return outline(
    [torso(side * 0.3, -0.06), torso(side * 0.55, -0.02), torso(side * 0.97, 0.03, ease)],
    [
      torso(side * 0.99, 0.06, ease),
      torso(side, 0.16, front.ease(0.1)),
      torso(side, 0.27, front.ease(0.27)),
    ],
    edges.side,
    edges.hem,
    edges.inner,
    [torso(side * front.gap[0], front.break), torso(side * 0.22, 0.1), torso(side * 0.26, -0.06)],
  )
}
const lining = (garment: Garment, figure: Figure, front: Front): Piece => {
  const [left, right] = [edgesOf(figure, -1, front), edgesOf(figure, 1, front)]
  const lift = (points: Point[]) => points.map(([x, y]): Point => [x, y - 4])
  return {
    owner: garment.id,
    z: LAYER.coatBack,
    fill: deeper(garment.trim, 0.35),
    path: outline(
      [figure.torso(-0.34, -0.09), figure.torso(0, -0.075), figure.torso(0.34, -0.09)],
      [figure.torso(0.9, 0.05)],
      lift([...right.side]),
      lift([...left.side].reverse()),
      [figure.torso(-0.9, 0.05)],
    ),
  }
}
const panels = (
  garment: Garment,
  figure: Figure,
  front: Front,
  marks: (side: Side) => Mark[],
): Piece[] =>
  ([1, -1] as const).map((side) => ({
    owner: garment.id,
    z: LAYER.coat + (side < 0 ? 0.2 : 0),
    path: panelPath(figure, side, front),
    fill: garment.fabric,
    turn: lerp(figure.pose.shoulderTilt, figure.pose.hipTilt, 0.5),
    shade: 11,
    edge: 0.8,
    marks: marks(side),
  }))

const notched = (
  garment: Garment,
  figure: Figure,
  front: Front,
  fill: Piece['fill'],
  wide = 1,
): Piece[] =>
  SIDES.flatMap((side) => {
    const t = (u: number, v: number) => figure.torso(side * u, v)
    const notch = lerp(0.02, front.break, 0.34)
    return [
      {
        owner: garment.id,
        z: LAYER.lapels,
        fill,
        turn: side * 38,
        shade: 3,
        edge: 1.1,
        path: outline(
          [t(0.24, -0.05), t(0.2, 0.12), t(front.gap[0], front.break)],
          [
            t(front.gap[0] + 0.1, front.break - 0.02),
            t(0.5 * wide, lerp(notch, front.break, 0.4)),
            t(0.66 * wide, notch + 0.035),
          ],
          [t(0.46, notch)],
          [t(0.42, -0.03)],
        ),
      },
      {
        owner: garment.id,
        z: LAYER.lapels + 0.1,
        fill,
        turn: side * -30,
        shade: 3,
        edge: 1.1,
        path: outline(
          [t(0.22, -0.1), t(0.36, -0.085), t(0.5, 0.0), t(0.62 * wide, notch - 0.03)],
          [t(0.46, notch)],
          [t(0.3, 0.02), t(0.22, -0.1)],
        ),
      },
    ]
  })
const longSleeves = (
  garment: Garment,
  figure: Figure,
  ease: WidthAt,
  marks?: (side: Side) => Mark[],
  to = 0.975,
): Piece[] =>
  sleeves(garment, figure, { to, ease, z: LAYER.coatSleeves, ...(marks ? { marks } : {}) })
const sleeveButtons =
  (figure: Figure, button: string) =>
  (side: Side): Mark[] =>
    [0.93, 0.955].map((v) => mark(ellipse(figure.arm(side).at(-side * 0.75, v), 1.6), button))
const flapPocket = (figure: Figure, side: Side, v: number, ink: string, fill: string): Mark[] => [
  {
    ...mark(onTorso(figure, 'M-15,-4 L15,-4 L15,6 L-15,6 Z', v, side * 0.66), fill),
    stroke: ink,
    width: 1,
  },
]
const column = (
  figure: Figure,
  u: number,
  from: number,
  to: number,
  count: number,
  fill: string,
  radius = 3.2,
): Mark[] =>
  Array.from({ length: count }, (_, i) =>
    mark(ellipse(figure.torso(u, lerp(from, to, count > 1 ? i / (count - 1) : 0)), radius), fill),
  )

export const drawBlazer: DrawGarment = (garment, figure, worn) => {
  const double = garment.cut % 3 === 1
  const open = worn.open && !double
  const cropped = garment.cut % 5 === 4
  const front: Front = {
    length: cropped ? -40 : 34,
    flare: 0.1,
    break: double ? 0.4 : 0.48,
    gap: open ? [0.2, 0.46] : double ? [-0.3, -0.28] : [-0.04, 0.08],
    ease: easeBy([0, 5], [0.27, 6], [0.58, 7], [1, 8]),
  }
  const ink = seamOn(garment.fabric.base)
  const lapel = garment.cut % 4 === 3 ? garment.trim : deeper(garment.fabric.base, 0.16)
  const fill = garment.fabric.weave === 'plain' || garment.cut % 4 === 3 ? lapel : garment.fabric
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, (side) => [
      ...(cropped ? [] : flapPocket(figure, side, 0.82, ink, deeper(garment.fabric.base, 0.1))),
      seam(
        curve([
          figure.torso(side * 0.6, 0.3),
          figure.torso(side * 0.56, 0.58),
          figure.torso(side * 0.62, 0.8),
        ]),
        ink,
        1.2,
        0.5,
      ),
      ...(side < 0 && double
        ? [
            ...column(figure, -0.28, 0.5, 0.72, 3, garment.metal),
            ...column(figure, 0.24, 0.5, 0.72, 3, garment.metal),
          ]
        : []),
      ...(!double && side < 0 ? column(figure, open ? -0.3 : 0, 0.54, 0.68, 2, garment.metal) : []),
      ...(side > 0 ? [seam(onTorso(figure, 'M-9,2 L9,-2', 0.3, 0.56), ink, 2.6, 0.8)] : []),
    ]),
    ...notched(garment, figure, front, fill, double ? 1.12 : 1),
    ...longSleeves(
      garment,
      figure,
      easeBy([0, 5], [0.5, 5.5], [0.975, 5]),
      sleeveButtons(figure, garment.metal),
    ),
  ]
}

export const drawCoat: DrawGarment = (garment, figure, worn) => {
  const double = garment.cut % 3 === 2
  const open = worn.open || !double
  const front: Front = {
    length: [205, 262, 150][garment.cut % 3] ?? 205,
    flare: 0.11,
    break: double ? 0.44 : 0.5,
    gap: open ? [0.24, 0.36] : [-0.34, -0.3],
    ease: easeBy([0, 7], [0.27, 8], [0.58, 12], [1, 9]),
  }
  const ink = seamOn(garment.fabric.base)
  const fill =
    garment.fabric.weave === 'plain'
      ? deeper(garment.fabric.base, 0.16)
      : garment.cut % 2
        ? garment.fabric
        : deeper(garment.fabric.ink, 0.1)
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, (side) => [
      ...flapPocket(figure, side, 0.98, ink, deeper(garment.fabric.base, 0.1)),
      seam(
        curve([
          figure.torso(side * 0.7, 0.3),
          figure.torso(side * 0.66, 0.6),
          figure.torso(side * 0.7, 1.1),
          figure.torso(side * 0.74, 1.9),
        ]),
        ink,
        1.2,
        0.45,
      ),
      ...(side < 0 && !open
        ? [
            ...column(figure, -0.32, 0.52, 1.02, 4, garment.metal, 4),
            ...column(figure, 0.26, 0.52, 1.02, 4, garment.metal, 4),
          ]
        : []),
      ...(side < 0 && open ? column(figure, -0.38, 0.58, 1.05, 4, garment.metal, 3.4) : []),
    ]),
    ...notched(garment, figure, front, fill, 1.14),
    ...longSleeves(
      garment,
      figure,
      easeBy([0, 7], [0.5, 7.5], [0.975, 8]),
      sleeveButtons(figure, garment.metal),
    ),
  ]
}

export const drawTrench: DrawGarment = (garment, figure, worn) => {
  const front: Front = {
    length: garment.cut % 2 ? 165 : 215,
    flare: 0.2,
    break: 0.4,
    gap: worn.open ? [0.22, 0.4] : [-0.34, -0.32],
    ease: easeBy([0, 6], [0.27, 7], [0.58, 4], [0.8, 8], [1, 11]),
  }
  const ink = seamOn(garment.fabric.base)
  const belt = outline(
    [figure.torso(-1, 0.545, 6), figure.torso(0, 0.565), figure.torso(1, 0.545, 6)],
    [figure.torso(1, 0.625, 6), figure.torso(0, 0.645), figure.torso(-1, 0.625, 6)],
  )
  const beltPieces: Piece[] = worn.open
    ? []
    : [
        {
          owner: garment.id,
          z: LAYER.coatBelt - 1.5,
          path: belt,
          fill: deeper(garment.fabric.base, 0.18),
          edge: 0.8,
          shade: 10,
          marks: [
            {
              ...mark(
                onTorso(figure, 'M-9,-9 L9,-9 L9,9 L-9,9 Z', 0.6, 0.1),
                garment.fabric.base,
                0,
              ),
              stroke: garment.metal,
              width: 3,
              opacity: 1,
            },
          ],
        },
        {
          owner: garment.id,
          z: LAYER.coatBelt - 1.6,
          path: onTorso(figure, 'M-2,0 C4,20 6,44 2,72 L-9,70 C-8,46 -8,22 -10,0 Z', 0.62, 0.3),
          fill: deeper(garment.fabric.base, 0.18),
          edge: 0.8,
        },
      ]
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, (side) => [
      seam(
        curve([
          figure.torso(side * 1, 0.2),
          figure.torso(side * 0.6, 0.27),
          figure.torso(side * 0.2, 0.24),
        ]),
        ink,
        1.8,
        0.8,
      ),
      seam(
        onTorso(figure, side < 0 ? 'M-4,-14 L6,14' : 'M4,-14 L-6,14', 0.86, side * 0.72),
        ink,
        6,
        0.55,
      ),
      ...(side < 0 && !worn.open
        ? [
            ...column(figure, -0.32, 0.46, 0.95, 4, garment.metal, 3.6),
            ...column(figure, 0.22, 0.46, 0.95, 4, garment.metal, 3.6),
          ]
        : []),
      stitch(
        curve([
          figure.torso(side * 0.66, 0.66),
          figure.torso(side * 0.7, 1.2),
          figure.torso(side * 0.74, 2),
        ]),
        ink,
        1.1,
      ),
    ]),
    ...beltPieces,
    ...notched(garment, figure, front, deeper(garment.fabric.base, 0.1), 1.2),
    ...longSleeves(garment, figure, easeBy([0, 7], [0.5, 7], [0.975, 7.5]), (side) => {
      const arm = figure.arm(side)
      return [
        seam(curve([arm.at(-2, 0.88), arm.at(2, 0.88)]), ink, 5, 0.6),
        seam(curve([figure.torso(side * 0.7, 0.0), figure.torso(side * 1.05, 0.05)]), ink, 5, 0.4),
      ]
    }),
  ]
}

/** Bomber, denim, biker and varsity: short, with a band or a belt at the waist. */
export const drawJacket: DrawGarment = (garment, figure, worn) => {
  const kind = (['bomber', 'denim', 'biker', 'varsity'] as const)[garment.cut % 4] ?? 'bomber'
  const soft = kind === 'bomber' || kind === 'varsity'
  const open = worn.open || kind === 'biker'
  const front: Front = {
    length: kind === 'biker' ? -62 : -24,
    flare: 0,
    break: soft ? 0.08 : 0.16,
    gap: open ? [0.2, 0.3] : [-0.02, 0],
    ease: soft
      ? easeBy([0, 8], [0.27, 11], [0.6, 19], [0.82, 14], [0.9, 6])
      : easeBy([0, 5], [0.27, 7], [0.6, 9], [0.9, 5]),
  }
  const ink = seamOn(garment.fabric.base)
  const sleeveFabric =
    kind === 'varsity'
      ? { ...garment, fabric: { ...garment.fabric, base: garment.trim, weave: 'plain' as const } }
      : garment
  const band = deeper(kind === 'varsity' ? garment.trim : garment.fabric.base, 0.2)
  const end = 1 + front.length / figure.body.torso
  const bandMark = mark(
    outline(
      [figure.torso(-1.6, end - 0.09), figure.torso(0, end - 0.07), figure.torso(1.6, end - 0.09)],
      [figure.torso(1.6, end + 0.2), figure.torso(-1.6, end + 0.2)],
    ),
    band,
  )
  const marks = (side: Side): Mark[] => {
    const edge = [
      figure.torso(side * front.gap[0], front.break),
      figure.torso(side * lerp(front.gap[0], front.gap[1], 0.6), 0.7),
      figure.torso(side * front.gap[1], end),
    ]
    if (kind === 'denim')
      return [
        seam(curve([figure.torso(side * 1.1, 0.24), figure.torso(side * 0.2, 0.26)]), ink, 1.6),
        stitch(
          curve([figure.torso(side * 1.1, 0.265), figure.torso(side * 0.2, 0.285)]),
          garment.trim,
          1.3,
        ),
        {
          ...mark(
            onTorso(figure, 'M-11,0 L11,0 L11,8 L0,14 L-11,8 Z', 0.27, side * 0.6),
            deeper(garment.fabric.base, 0.14),
          ),
          stroke: ink,
          width: 1,
        },
        stitch(
          curve([figure.torso(side * 0.44, 0.34), figure.torso(side * 0.36, end)]),
          garment.trim,
          1.3,
        ),
        stitch(
          curve([figure.torso(side * 0.76, 0.34), figure.torso(side * 0.62, end)]),
          garment.trim,
          1.3,
        ),
        ...column(
          figure,
          side * Math.max(0.04, front.gap[0] + 0.07),
          0.2,
          end - 0.06,
          side < 0 ? 5 : 0,
          garment.metal,
          2.4,
        ),
        mark(bandMark.path, deeper(garment.fabric.base, 0.14)),
      ]
    if (kind === 'biker')
      return [
        seam(curve(edge), garment.metal, 3, 1),
        seam(
          curve([figure.torso(side * 0.9, 0.52), figure.torso(side * 0.5, 0.58)]),
          garment.metal,
          2.2,
          1,
        ),
        seam(curve([figure.torso(side * 1.1, 0.22), figure.torso(side * 0.4, 0.25)]), ink, 1.5),
        bandMark,
        mark(ellipse(figure.torso(side * 0.45, end - 0.03), 3), garment.metal),
      ]
    return [
      bandMark,
      seam(curve(edge), kind === 'varsity' ? ink : garment.metal, 2.2, 1),
      seam(
        onTorso(figure, side < 0 ? 'M-6,-12 L4,12' : 'M6,-12 L-4,12', 0.66, side * 0.7),
        ink,
        2.6,
        0.9,
      ),
      ...(kind === 'varsity'
        ? column(
            figure,
            side < 0 ? -Math.max(0.08, front.gap[0] + 0.06) : 3,
            0.2,
            0.7,
            5,
            garment.metal,
            2.6,
          )
        : []),
      ...(kind === 'varsity' && side > 0
        ? [
            mark(
              onTorso(
                figure,
                'M-10,-12 L10,-12 L10,-5 L-2,-5 L-2,-2 L8,-2 L8,4 L-2,4 L-2,12 L-10,12 Z',
                0.34,
                0.55,
              ),
              garment.trim,
            ),
          ]
        : []),
    ]
  }
  const collar: Piece[] = soft
    ? [
        {
          owner: garment.id,
          z: LAYER.lapels,
          fill: band,
          edge: 0.8,
          shade: 4,
          path: outline(
            [
              figure.torso(-0.34, -0.1),
              figure.torso(-0.3, 0.02),
              figure.torso(-Math.max(0.04, front.gap[0]), 0.1),
            ],
            [
              figure.torso(-Math.max(0.04, front.gap[0]) - 0.12, 0.13),
              figure.torso(-0.46, 0.03),
              figure.torso(-0.46, -0.07),
            ],
          ),
        },
        {
          owner: garment.id,
          z: LAYER.lapels,
          fill: band,
          edge: 0.8,
          shade: 4,
          path: outline(
            [
              figure.torso(0.34, -0.1),
              figure.torso(0.3, 0.02),
              figure.torso(Math.max(0.04, front.gap[0]), 0.1),
            ],
            [
              figure.torso(Math.max(0.04, front.gap[0]) + 0.12, 0.13),
              figure.torso(0.46, 0.03),
              figure.torso(0.46, -0.07),
            ],
          ),
        },
      ]
    : notched(
        garment,
        figure,
        { ...front, break: kind === 'biker' ? 0.42 : 0.24, gap: [Math.max(0.06, front.gap[0]), 0] },
        deeper(garment.fabric.base, 0.16),
        kind === 'biker' ? 1.2 : 0.92,
      )
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, marks),
    ...collar,
    ...longSleeves(
      sleeveFabric,
      figure,
      soft ? easeBy([0, 9], [0.5, 12], [0.88, 11], [0.97, 4]) : easeBy([0, 5], [0.5, 6], [0.97, 5]),
      (side) => {
        const arm = figure.arm(side)
        return [
          mark(
            outline([arm.at(-3, 0.91), arm.at(3, 0.91)], [arm.at(3, 1.1), arm.at(-3, 1.1)]),
            soft ? band : deeper(garment.fabric.base, 0.16),
          ),
        ]
      },
    ),
  ]
}

export const drawPuffer: DrawGarment = (garment, figure, worn) => {
  const long = garment.cut % 3 === 1
  const front: Front = {
    length: long ? 150 : -10,
    flare: 0.06,
    break: 0.03,
    gap: worn.open ? [0.22, 0.32] : [-0.01, 0],
    ease: easeBy([0, 11], [0.27, 15], [0.6, 23], [1, 13]),
  }
  const ink = seamOn(garment.fabric.base)
  const last = 1 + front.length / figure.body.torso
  const rolls = Array.from({ length: long ? 10 : 6 }, (_, i) =>
    lerp(0.16, last, i / (long ? 9.6 : 5.6)),
  )
  const quilt = rolls.map((v) =>
    seam(
      curve([-1.7, -0.8, 0, 0.8, 1.7].map((u) => figure.torso(u, v + (1 - Math.abs(u)) * 0.02))),
      ink,
      2,
      0.75,
    ),
  )
  const shine = rolls.map((v) =>
    seam(
      curve([-1.3, -0.7, -0.2].map((u) => figure.torso(u, v - 0.055))),
      paler(garment.fabric.base, 0.6),
      3.4,
      0.35,
    ),
  )
  const collar = outline(
    [figure.torso(-0.46, -0.14), figure.torso(0, -0.1), figure.torso(0.46, -0.14)],
    [
      figure.torso(0.58, 0.02),
      figure.torso(0.2, 0.1),
      figure.torso(0, 0.12),
      figure.torso(-0.2, 0.1),
      figure.torso(-0.58, 0.02),
    ],
  )
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, () => [
      ...quilt,
      ...shine,
      ...(worn.open
        ? []
        : [
            seam(
              curve([figure.torso(0, 0.05), figure.torso(0, 0.5), figure.torso(0, last)]),
              garment.trim,
              2.4,
              1,
            ),
          ]),
    ]),
    { owner: garment.id, z: LAYER.lapels, path: collar, fill: garment.fabric, edge: 1, shade: 7 },
    ...longSleeves(garment, figure, easeBy([0, 13], [0.5, 15], [0.88, 13], [0.97, 5]), (side) =>
      [0.14, 0.3, 0.46, 0.62, 0.78].map((v) => {
        const arm = figure.arm(side)
        return seam(curve([arm.at(-3, v), arm.at(0, v + 0.015), arm.at(3, v)]), ink, 2, 0.75)
      }),
    ),
  ]
}

export const drawCape: DrawGarment = (garment, figure) => {
  const ink = seamOn(garment.fabric.base)
  const length = [60, 120][garment.cut % 2] ?? 60
  const side = (s: Side): Point[] => {
    const elbow = figure.arm(s).at(s, 0.5, 10)
    const hem = figure.torso(s, 1 + length / figure.body.torso / 2, 34)
    return [
      figure.torso(s * 0.3, -0.07),
      figure.torso(s * 0.7, -0.01),
      figure.torso(s * 1.05, 0.08, 6),
      [Math.max(elbow[0] * s, figure.torso(s, 0.5, 20)[0] * s) * s, elbow[1]],
      [Math.max(hem[0] * s, elbow[0] * s + 4) * s, hem[1] + length / 2],
    ]
  }
  const [left, right] = [side(-1), side(1)]
  const a: Point = left.at(-1) ?? [0, 0]
  const b: Point = right.at(-1) ?? [0, 0]
  const hem = [0, 0.25, 0.5, 0.75, 1].map((t): Point => [
    lerp(a[0], b[0], t),
    lerp(a[1], b[1], t) + Math.sin(t * Math.PI) * 22,
  ])
  return [
    {
      owner: garment.id,
      z: LAYER.hands + 0.5,
      fill: garment.fabric,
      shade: 22,
      edge: 0.8,
      path: outline(left, hem, [...right].reverse(), [
        figure.torso(0.3, -0.07),
        figure.torso(0, 0.02),
        figure.torso(-0.3, -0.07),
      ]),
      marks: [
        seam(curve([figure.torso(0, 0), figure.torso(0, 0.6), hem[2] ?? [0, 0]]), ink, 2, 0.9),
        ...[-0.62, -0.3, 0.34, 0.66].map((u, i) =>
          seam(
            curve([
              figure.torso(u, 0.3),
              figure.torso(u * 1.2, 0.8),
              between(a, b, 0.5 + u * 0.42),
            ]),
            ink,
            i % 2 ? 1.4 : 2.2,
            0.4,
          ),
        ),
        ...column(figure, 0.05, 0.12, 0.5, 3, garment.metal, 3.6),
        seam(curve(hem.map(([x, y]): Point => [x, y - 7])), garment.trim, 3, 0.9),
      ],
    },
    {
      owner: garment.id,
      z: LAYER.hands + 0.6,
      fill: deeper(garment.fabric.base, 0.18),
      edge: 0.8,
      shade: 5,
      path: blob([
        figure.torso(-0.4, -0.11),
        figure.torso(-0.5, 0.02),
        figure.torso(-0.2, 0.1),
        figure.torso(0, 0.06),
        figure.torso(0.2, 0.1),
        figure.torso(0.5, 0.02),
        figure.torso(0.4, -0.11),
        figure.torso(0, -0.03),
      ]),
    },
    ...(figure.flat
      ? []
      : SIDES.map((s): Piece => ({
          owner: garment.id,
          z: LAYER.coatSleeves,
          fill: garment.fabric,
          path: sleeve(figure.arm(s), 0, 0.5, () => 6, { capStart: true }),
        }))),
  ]
}
export type { Worn }
