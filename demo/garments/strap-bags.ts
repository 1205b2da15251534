import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { pathOf, transformPath } from '#demo/draw/path.ts'
import { type Piece, stitch } from '#demo/draw/piece.ts'
import { between, placement, type Point } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import { SIDES } from '#demo/figure/pose.ts'
import { LAYER } from '#demo/layers.ts'
import { type Art, solid } from './bag-parts.ts'
import type { DrawGarment } from './garment.ts'

/** At the hip, with the strap over the shoulder on the same side. */
export const drawShoulderBag: DrawGarment = (garment, figure, worn) => {
  const side = worn.hand
  const { base } = garment.fabric
  const hip = figure.flat ? ([0, 0] as const) : figure.torso(side, 0.88, 16)
  const frame = placement(hip, 0, 1)
  const shoulder = figure.flat ? ([0, -92] as const) : figure.torso(side * 0.72, -0.005)
  const shapes = [
    'M-32,-14 C-14,-20 14,-20 32,-14 C40,8 38,30 32,36 C12,42 -12,42 -32,36 C-38,30 -40,8 -32,-14 Z',
    'M-36,-14 L36,-14 L36,30 C36,36 32,38 28,38 L-28,38 C-32,38 -36,36 -36,30 Z',
    'M-40,-10 C-20,6 20,6 40,-10 C46,20 28,40 0,40 C-28,40 -46,20 -40,-10 Z',
  ]
  const chain = garment.cut % 2 === 1
  const quilting: Art[] = chain
    ? [
        {
          d: 'M-60,-30 L20,50 M-40,-30 L40,50 M-20,-30 L60,50 M60,-30 L-20,50 M40,-30 L-40,50 M20,-30 L-60,50',
          line: seamOn(base),
          width: 1,
          opacity: 0.5,
        },
      ]
    : []
  const strapLine = (end: number): Point[] => [
    [hip[0] + end, hip[1] - 10],
    figure.flat ? [end * 0.8, -54] : between([hip[0] + end, hip[1]], shoulder, 0.5),
    [shoulder[0] + end * 0.12, shoulder[1] - 1],
  ]
  const straps = [-24, 24].map((end): Piece => ({
    owner: garment.id,
    z: LAYER.strap,
    path: cord(strapLine(end), chain ? 2.6 : 4),
    fill: chain ? garment.metal : darken(base, 0.25),
  }))
  return [
    ...straps,
    solid(garment, LAYER.bag, shapes[garment.cut % 3] ?? '', frame, [
      ...quilting,
      ...(garment.cut % 3 === 2
        ? [{ d: 'M-60,-16 C-20,4 20,4 60,-16', line: garment.trim, width: 3 }]
        : [
            { d: 'M-60,-24 L60,-24 L60,4 C20,16 -20,16 -60,4 Z', fill: darken(base, 0.14) },
            { d: 'M-60,4 C-20,16 20,16 60,4', line: darken(base, 0.45), width: 1.3 },
          ]),
      { d: 'M-5,6 L5,6 L5,16 L-5,16 Z', fill: garment.metal },
    ]),
  ]
}

export const drawCrossbody: DrawGarment = (garment, figure, worn) => {
  const side = worn.hand
  const { base } = garment.fabric
  const hip = figure.flat ? ([0, 0] as const) : figure.torso(side * 0.72, 0.92)
  const farShoulder = figure.flat ? ([0, -120] as const) : figure.torso(-side * 0.66, -0.01)
  const frame = placement(hip, figure.flat ? 0 : figure.pose.hipTilt)
  const soft = garment.cut % 2
  const shape = soft
    ? 'M-26,-18 C-8,-24 8,-24 26,-18 C34,-4 32,20 24,26 C8,30 -8,30 -24,26 C-32,20 -34,-4 -26,-18 Z'
    : 'M-29,-18 L29,-18 L29,20 C29,24 27,26 23,26 L-23,26 C-27,26 -29,24 -29,20 Z'
  const lines: Point[][] = figure.flat
    ? [
        [
          [-24, -12],
          [-34, -60],
          [-8, -118],
          [8, -118],
          [34, -60],
          [24, -12],
        ],
      ]
    : [[[hip[0] - side * 8, hip[1] - 16], figure.torso(0.05 * side, 0.42), farShoulder]]
  return [
    ...lines.map((points): Piece => ({
      owner: garment.id,
      z: LAYER.strap,
      path: cord(points, 3.6),
      fill: garment.cut % 3 ? darken(base, 0.3) : garment.trim,
    })),
    solid(garment, LAYER.bag - 0.5, shape, frame, [
      {
        d: soft ? 'M-40,-6 C-10,-12 10,-12 40,-6' : 'M-40,-26 L40,-26 L40,-2 C14,8 -14,8 -40,-2 Z',
        ...(soft ? { line: garment.metal, width: 2.2 } : { fill: lighten(base, 0.18) }),
      },
      { d: 'M-4,0 L4,0 L4,8 L-4,8 Z', fill: garment.metal },
      { d: 'M-25,22 L25,22', line: seamOn(base), width: 1, stitched: true },
    ]),
  ]
}

export const drawBackpack: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const center = figure.torso(0, 0.36)
  const frame = placement([center[0], center[1]], figure.flat ? 0 : figure.pose.shoulderTilt * 0.5)
  const w = figure.flat ? 50 : Math.max(62, figure.body.shoulder + 14)
  const body = `M${-w},-44 C${-w},-84 ${-w + 22},-92 0,-92 C${w - 22},-92 ${w},-84 ${w},-44 L${w + 2},70 C${w + 2},82 ${w - 6},88 ${w - 16},88 L${-w + 16},88 C${-w + 6},88 ${-w - 2},82 ${-w - 2},70 Z`
  if (figure.flat)
    return [
      {
        owner: garment.id,
        z: 1,
        path: transformPath(
          cord(
            [
              [-12, -88],
              [-10, -106],
              [10, -106],
              [12, -88],
            ],
            5,
          ),
          frame,
        ),
        fill: garment.trim,
      },
      solid(garment, 2, body, frame, [
        { d: 'M-80,-40 L80,-40 L80,-4 C30,14 -30,14 -80,-4 Z', fill: lighten(base, 0.12) },
        { d: 'M-80,-4 C-30,14 30,14 80,-4', line: darken(base, 0.4), width: 1.6 },
        { d: 'M-34,26 L34,26 L34,74 L-34,74 Z', fill: darken(base, 0.16) },
        { d: 'M-34,36 L34,36', line: garment.metal, width: 2 },
        {
          d: 'M-20,-20 L-14,-20 L-14,20 L-20,20 Z M14,-20 L20,-20 L20,20 L14,20 Z',
          fill: garment.trim,
        },
        {
          d: 'M-21,10 L-13,10 L-13,17 L-21,17 Z M13,10 L21,10 L21,17 L13,17 Z',
          fill: garment.metal,
        },
      ]),
    ]
  const straps = SIDES.map((side): Piece => ({
    owner: garment.id,
    z: LAYER.strap,
    fill: garment.trim,
    edge: 0.6,
    shade: 2,
    path: cord(
      [
        figure.torso(side * 0.56, -0.03),
        figure.torso(side * 0.6, 0.12),
        figure.torso(side * 0.7, 0.28),
        figure.torso(side * 0.96, 0.42),
      ],
      8.5,
    ),
    marks: [stitch(pathOf('M0,0'), base)],
  }))
  return [solid(garment, LAYER.bagBehind, body, frame), ...straps]
}
