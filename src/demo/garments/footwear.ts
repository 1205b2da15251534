import { deeper, paler, seamOn } from '#demo/draw/colour.ts'
import { curve, outline, pathOf, transformed, type Path } from '#demo/draw/path.ts'
import { mark, seam, type Mark, type Piece } from '#demo/draw/piece.ts'
import { compose, moved, scaled, type Matrix } from '#demo/draw/point.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { SIDES, type Figure, type Side } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Garment, GarmentType } from './garment.ts'

/** How far a shoe lifts the ankle, which the figure needs to know before it stands. */
export const heelOf = (type: GarmentType, cut: number): number => {
  if (type === 'heels') return [34, 40, 30, 36][cut % 4] ?? 34
  if (type === 'boots') return [6, 26, 30, 9][cut % 4] ?? 6
  if (type === 'sandals') return cut % 2 ? 32 : 3
  if (type === 'sneakers') return 6
  return type === 'loafers' ? 5 : 3
}

/** Worn: one on each foot. Alone: the pair stands one behind the other, toes to the left. */
const frames = (figure: Figure): { frame: Matrix; side: Side; near: boolean }[] =>
  SIDES.map((side) => {
    const near = side === figure.pose.nearLeg
    if (figure.flat)
      return { frame: compose(moved(near ? 0 : 34, near ? 0 : -15), scaled(-1, 1)), side, near }
    return { frame: figure.foot(side).frame, side, near }
  })

type Part = {
  d: string
  fill: Piece['fill']
  marks?: { d: string; mark: (path: Path) => Mark }[]
  shade?: number
  edge?: number
}
const shoe = (
  garment: Garment,
  figure: Figure,
  parts: readonly Part[],
  z: number = LAYER.footwear,
): Piece[] =>
  frames(figure).flatMap(({ frame, near }) =>
    parts.map((part, i): Piece => ({
      owner: garment.id,
      z: z + (near ? 0.5 : 0) + i / 100,
      path: transformed(pathOf(part.d), frame),
      fill: part.fill,
      ...(part.shade ? { shade: part.shade } : {}),
      ...(part.edge ? { edge: part.edge } : {}),
      marks: (part.marks ?? []).map(({ d, mark: make }) => make(transformed(pathOf(d), frame))),
    })),
  )

export const drawSneakers: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 4
  const { base } = garment.fabric
  const ink = seamOn(base)
  const high = kind === 1 ? -24 : -3
  const sole =
    kind === 2
      ? 'M-15,21 C-19,25 -20,31 -15,31 L54,31 C58,31 58,25 55,21 Z'
      : 'M-14,22 L54,22 C57,22 57,30 53,30 L-13,30 C-17,30 -17,22 -14,22 Z'
  const upper = `M-10,${high} C-13,6 -15,14 -15,23 L55,23 C55,14 46,11 38,10 C28,7 18,2 11,${high} Z`
  const white = '#F6F1E7'
  return shoe(garment, figure, [
    {
      d: upper,
      fill: garment.fabric,
      shade: 3,
      marks: [
        {
          d: 'M38,10 C46,11 56,13 55,24 L40,24 C41,18 40,13 38,10 Z',
          mark: (p) => mark(p, kind === 3 ? garment.trim : deeper(base, 0.12)),
        },
        { d: 'M-16,8 L-5,8 C-4,14 -4,20 -5,24 L-17,24 Z', mark: (p) => mark(p, garment.trim) },
        {
          d: kind === 2 ? 'M0,20 C10,10 20,10 34,20' : 'M4,22 C10,16 22,16 30,12',
          mark: (p) => seam(p, garment.trim, kind === 2 ? 5 : 4, 1),
        },
        {
          d: 'M14,2 L22,-1 M18,5 L27,2 M23,8 L32,5 M12,-3 L18,-6',
          mark: (p) => seam(p, white, 1.8, 1),
        },
        { d: `M-11,${high + 5} L12,${high + 5}`, mark: (p) => seam(p, ink, 1.3, 0.6) },
      ],
    },
    {
      d: sole,
      fill: kind === 2 ? paler(garment.trim, 0.2) : white,
      edge: 0.5,
      marks: [
        {
          d: 'M-18,26 L58,26',
          mark: (p) => seam(p, kind % 2 ? garment.trim : '#b9b0a2', 1.4, 0.8),
        },
      ],
    },
  ])
}

export const drawBoots: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 4
  const heel = heelOf('boots', garment.cut)
  const { base } = garment.fabric
  const floor = 24 + heel
  const tall = kind === 2
  const top = -34
  const foot = `M-11,${top} C-12,-14 -11,2 -15,14 C-17,20 -15,${24 + heel * 0.2} -13,${24 + heel * 0.35} L20,${floor} L46,${floor} C54,${floor} 55,${floor - 6} 50,${floor - 9} C42,${floor - 15} 26,${8 + heel * 0.55} 14,${-2} C12,-12 12,-22 12,${top} Z`
  const block =
    kind === 0 || kind === 3
      ? `M-15,${floor - 5} L53,${floor - 5} L53,${floor} L-15,${floor} Z`
      : `M-15,${18 + heel * 0.3} L2,${22 + heel * 0.5} L-1,${floor} L-13,${floor} Z`
  const lug = kind === 3
  const gusset: Part['marks'] =
    kind === 0
      ? [
          {
            d: `M-2,${top - 2} L9,${top - 2} C8,-14 7,-6 4,2 C1,-6 -1,-14 -2,${top - 2} Z`,
            mark: (p) => mark(p, garment.trim),
          },
        ]
      : lug
        ? [
            {
              d: 'M8,-30 L18,-33 M8,-20 L18,-23 M9,-10 L19,-13 M12,-1 L24,-4 M18,6 L30,2',
              mark: (p) => seam(p, paler(garment.trim, 0.2), 2, 1),
            },
          ]
        : [{ d: `M-8,${top} C-8,-10 -8,4 -9,14`, mark: (p) => seam(p, garment.metal, 1.6, 0.9) }]
  const shaft: Piece[] = tall
    ? SIDES.map((side): Piece => {
        const leg = figure.leg(side)
        const near = side === figure.pose.nearLeg
        const frame = frames(figure).find((f) => f.side === side)
        const flat = pathOf(
          'M-18,-150 C-6,-154 8,-154 20,-148 C22,-110 16,-60 13,-26 L-12,-26 C-15,-70 -22,-110 -18,-150 Z',
        )
        return {
          owner: garment.id,
          z: LAYER.boots + (near ? 0.4 : 0),
          fill: garment.fabric,
          shade: 7,
          edge: near ? 0.7 : 0,
          path:
            figure.flat && frame
              ? transformed(flat, frame.frame)
              : sleeve(leg, 0.56, 0.995, (v) => 4.5 + (v > 0.9 ? 1 : 0)),
          marks: figure.flat
            ? []
            : [seam(curve([leg.at(-2, 0.585), leg.at(2, 0.585)]), seamOn(base), 1.5, 0.6)],
        }
      })
    : []
  return [
    ...shoe(
      garment,
      figure,
      [
        { d: foot, fill: garment.fabric, shade: 4, marks: gusset },
        { d: block, fill: lug ? '#1d1a17' : deeper(base, 0.4) },
        ...(lug
          ? [
              {
                d: `M-15,${floor - 4} L52,${floor - 4} L52,${floor} L46,${floor} L44,${floor - 3} L36,${floor - 3} L34,${floor} L20,${floor} L8,${floor - 3} L2,${floor} L-15,${floor} Z`,
                fill: '#0f0d0b',
              },
            ]
          : []),
      ],
      tall ? LAYER.boots : LAYER.footwear,
    ),
    ...shaft,
  ]
}

export const drawHeels: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 4
  const heel = heelOf('heels', garment.cut)
  const floor = 24 + heel
  const { base } = garment.fabric
  const toe = kind === 2 ? 50 : 53
  const upper = `M-13,${7} C-15,14 -15,20 -12,25 C0,${26 + heel * 0.25} 10,${floor - heel * 0.2} 22,${floor} L${toe - 5},${floor} C${toe + 2},${floor} ${toe},${floor - 5} ${toe - 6},${floor - 7} C38,${floor - 11} 32,${floor - 12} 26,${floor - 14} C22,${floor - 8} 12,${20 + heel * 0.35} 2,17 C-3,14 -8,9 -13,7 Z`
  const stiletto =
    kind === 1
      ? `M-14,18 L-2,26 L-5,${floor} L-13,${floor} Z`
      : `M-13,18 L-2,25 C-8,${26 + heel * 0.3} -9,${floor - 6} -9,${floor} L-12.5,${floor} C-13,${floor - 10} -15,${28} -13,18 Z`
  const strap: Part[] =
    kind === 2 || kind === 3
      ? [
          { d: 'M-12,-2 C-4,3 6,3 12,-3 L12.5,1.5 C6,7.5 -4,7.5 -13,3 Z', fill: garment.fabric },
          { d: 'M8,-1.5 L12,-3.5 L13,1 L9,3 Z', fill: garment.metal },
        ]
      : []
  const platform: Part[] =
    kind === 1
      ? [
          {
            d: `M16,${floor - 4} L52,${floor - 5} C55,${floor - 2} 54,${floor} 50,${floor} L20,${floor} Z`,
            fill: garment.trim,
          },
        ]
      : []
  const bow: Part[] =
    kind === 0 && garment.cut % 8 === 4
      ? [
          {
            d: `M34,${floor - 12} C28,${floor - 20} 22,${floor - 16} 26,${floor - 11} Z M34,${floor - 12} C40,${floor - 20} 46,${floor - 14} 42,${floor - 9} Z`,
            fill: garment.trim,
          },
        ]
      : []
  return shoe(garment, figure, [
    { d: stiletto, fill: deeper(kind === 1 ? garment.trim : base, 0.2) },
    { d: upper, fill: garment.fabric, shade: 2 },
    ...platform,
    ...strap,
    ...bow,
  ])
}

export const drawLoafers: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const floor = 29
  const chunky = garment.cut % 2 === 1
  return shoe(garment, figure, [
    {
      d: `M-12,6 C-15,12 -15,20 -14,${floor} L54,${floor} C56,22 50,16 42,14 C32,12 28,10 22,6 C14,8 2,12 -12,6 Z`,
      fill: garment.fabric,
      shade: 3,
      marks: [
        { d: 'M24,8 C34,12 44,14 50,20', mark: (p) => seam(p, seamOn(base), 1.4, 0.8) },
        { d: 'M14,9 L30,6 L33,16 L18,20 Z', mark: (p) => mark(p, deeper(base, 0.25)) },
        {
          d: garment.cut % 3 === 0 ? 'M18,12 L30,10' : 'M22,11 L28,10',
          mark: (p) => seam(p, garment.metal, 3, 1),
        },
      ],
    },
    {
      d: chunky
        ? `M-15,${floor - 6} L55,${floor - 6} L54,${floor} L14,${floor} L12,${floor - 2} L8,${floor} L-15,${floor} Z`
        : `M-15,${floor - 3} L55,${floor - 3} L54,${floor} L-15,${floor} Z`,
      fill: chunky ? '#15110d' : deeper(base, 0.5),
    },
    ...(garment.cut % 4 === 2
      ? [
          {
            d: 'M24,9 L32,7 L33,11 L26,13 Z M27,12 L32,11 L34,19 L27,20 Z',
            fill: deeper(base, 0.2),
          },
        ]
      : []),
  ])
}

export const drawSandals: DrawGarment = (garment, figure) => {
  const heeled = garment.cut % 2 === 1
  const heel = heelOf('sandals', garment.cut)
  const floor = 24 + heel
  const { base } = garment.fabric
  const sole = heeled
    ? `M-14,24 C0,${26 + heel * 0.25} 10,${floor - heel * 0.2} 22,${floor - 2} L50,${floor - 3} L51,${floor} L20,${floor} C8,${floor - heel * 0.1} 0,${31 + heel * 0.25} -14,29 Z`
    : `M-15,${floor - 4} L51,${floor - 4} C54,${floor - 2} 53,${floor} 50,${floor} L-14,${floor} Z`
  const toeStraps = `M26,${floor - 17} C34,${floor - 17} 42,${floor - 12} 44,${floor - 3} L36,${floor - 3} C34,${floor - 9} 30,${floor - 12} 24,${floor - 12} Z`
  const middle = `M14,${10 + heel * 0.5} C22,${12 + heel * 0.6} 28,${16 + heel * 0.8} 30,${floor - 3} L23,${floor - 3} C21,${18 + heel * 0.7} 17,${15 + heel * 0.6} 10,${14 + heel * 0.5} Z`
  const ankle = 'M-11,-5 C-4,0 6,0 11,-6 L11.5,-1 C6,5 -4,5 -12,0 Z'
  return shoe(garment, figure, [
    ...(heeled
      ? [{ d: `M-14,27 L-3,30 L-5,${floor} L-12,${floor} Z`, fill: deeper(base, 0.25) }]
      : []),
    { d: sole, fill: heeled ? garment.fabric : deeper(garment.trim, 0.2) },
    { d: toeStraps, fill: garment.fabric, edge: 0.4 },
    ...(garment.cut % 3 ? [{ d: middle, fill: garment.fabric, edge: 0.4 }] : []),
    { d: ankle, fill: garment.fabric, edge: 0.4 },
    { d: 'M7,-3.5 L11,-6 L12,-1.5 L8,1 Z', fill: garment.metal },
    {
      d: `M-13,0 L-8,2 L-8,${heeled ? 26 : floor - 3} L-13,${heeled ? 26 : floor - 3} Z`,
      fill: garment.fabric,
    },
  ])
}

export const drawFlats: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const floor = 27
  const mary = garment.cut % 2 === 1
  return shoe(garment, figure, [
    {
      d: `M-13,9 C-16,15 -15,22 -14,${floor} L50,${floor} C55,24 50,17 43,16 C36,15 32,14 28,13 C22,20 4,22 -13,9 Z`,
      fill: garment.fabric,
      shade: 2,
      marks: [
        {
          d: 'M38,12 C42,18 42,24 40,30 L60,30 L60,10 Z',
          mark: (p) => mark(p, garment.cut % 3 ? garment.trim : deeper(base, 0.25)),
        },
      ],
    },
    {
      d: `M-14,${floor - 2.5} L51,${floor - 2.5} L50,${floor} L-14,${floor} Z`,
      fill: deeper(base, 0.45),
    },
    ...(mary
      ? [{ d: 'M0,8 C8,10 16,10 20,8 L22,13 C16,16 8,15 -1,13 Z', fill: garment.fabric, edge: 0.4 }]
      : [
          {
            d: 'M27,13 C22,8 18,10 20,14 C22,17 26,15 27,13 Z M27,13 C31,7 36,9 35,13 C34,16 30,15 27,13 Z',
            fill: garment.trim,
          },
        ]),
  ])
}

export const drawTights: DrawGarment = (garment, figure) =>
  SIDES.map((side): Piece => {
    const near = side === figure.pose.nearLeg
    const leg = figure.leg(side)
    const foot = figure.foot(side)
    const heel = figure.heel
    const toes = transformed(
      pathOf(
        `M-8,-12 L8,-12 C8,-2 14,${4 + heel * 0.35} 24,${10 + heel * 0.75} C34,${15 + heel * 0.95} 45,${18 + heel} 48,${21 + heel} L48,${24.5 + heel} L22,${24.5 + heel} C12,${24 + heel * 0.5} 4,24.5 -4,24.5 C-14,24 -15,14 -10,2 Z`,
      ),
      foot.frame,
    )
    const hips = outline(
      [figure.torso(side, 0.72, 0.8), figure.torso(side, 1, 1)],
      [leg.at(side, 0.16, 1)],
      [leg.at(-side, 0.16, 1)],
      [figure.torso(0, 1.17), figure.torso(0, 0.72)],
    )
    return {
      owner: garment.id,
      z: LAYER.legwear + 1.2 + (near ? 0.2 : 0),
      fill: garment.fabric,
      shade: 8,
      edge: near ? 0.5 : 0,
      opacity: garment.cut % 3 === 2 ? 0.82 : 1,
      path: [...sleeve(leg, 0, 1, () => 0.7, { count: 10 }), ...toes, ...(figure.flat ? hips : [])],
      ...(garment.cut % 2 ? {} : { marks: [] }),
    }
  })

export const drawSocks: DrawGarment = (garment, figure) => {
  const tall = garment.cut % 2 === 1
  const from = tall ? 0.62 : 0.84
  const ink = seamOn(garment.fabric.base)
  if (figure.flat)
    return frames(figure).map(({ frame, near }): Piece => {
      const top = tall ? -140 : -66
      const on = (d: string) =>
        transformed(pathOf(d), compose(moved(near ? 0 : 12, near ? 0 : 6), frame))
      return {
        owner: garment.id,
        z: LAYER.legwear + (near ? 0.5 : 0),
        fill: garment.fabric,
        shade: 5,
        edge: 0.6,
        path: on(
          `M-15,${top} L15,${top} C15,-40 11,-14 15,2 C24,14 40,14 48,22 C54,30 50,38 42,38 L2,38 C-14,38 -16,24 -14,6 C-12,-20 -15,-50 -15,${top} Z`,
        ),
        marks: [
          mark(
            on(`M-20,${top} L20,${top} L20,${top + 12} L-20,${top + 12} Z`),
            deeper(garment.fabric.base, 0.14),
          ),
          seam(on(`M-20,${top + 18} L20,${top + 18}`), garment.trim, 4, 1),
          mark(
            on('M36,10 L60,10 L60,44 L38,44 Z M-20,14 C-6,16 2,26 0,44 L-20,44 Z'),
            garment.trim,
            0.9,
          ),
        ],
      }
    })
  return SIDES.map((side): Piece => {
    const near = side === figure.pose.nearLeg
    const leg = figure.leg(side)
    const foot = figure.foot(side)
    const heel = figure.heel
    const toes = transformed(
      pathOf(
        `M-8,-12 L8,-12 C8,-2 14,${4 + heel * 0.35} 24,${10 + heel * 0.75} C34,${15 + heel * 0.95} 45,${18 + heel} 48,${21 + heel} L48,${24.5 + heel} L22,${24.5 + heel} C12,${24 + heel * 0.5} 4,24.5 -4,24.5 C-14,24 -15,14 -10,2 Z`,
      ),
      foot.frame,
    )
    return {
      owner: garment.id,
      z: LAYER.legwear + 1.4 + (near ? 0.2 : 0),
      fill: garment.fabric,
      shade: 4,
      turn: leg.heading(0.8) - 90,
      path: [...sleeve(leg, from, 1, () => 1.6), ...toes],
      marks: [0.015, 0.03, 0.045].map((d, i) =>
        seam(
          curve([leg.at(-2, from + d), leg.at(2, from + d)]),
          i === 1 ? garment.trim : ink,
          i === 1 ? 4 : 1,
          i === 1 ? 1 : 0.5,
        ),
      ),
    }
  })
}
