import { darken, type Hex } from '#demo/draw/color.ts'
import { outline, type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import { type Piece, seam } from '#demo/draw/piece.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { LAYER } from '#demo/layers.ts'
import { type Side, SIDES } from './pose.ts'
import { type Figure, SOLE } from './skeleton.ts'

/** Local frame: wrist at 0,0, fingers along x, thumb towards positive y. */
const OPEN =
  'M-5,-6.6 C2,-7.2 8,-9 14,-8.8 C23,-8.5 32,-6.5 41,-2.5 C46,-0.5 45,3.2 41,3 C35,3 30,4.4 25,6.2 C24,9.5 27,13.5 26,16 C24.5,18.4 20.5,17 17.5,13.5 C14,9.5 6,7.4 -5,6.8 Z'
const FINGERS = 'M22,-4 C29,-3 36,-1.5 41,0.2 M21,0.5 C28,0.8 33,1.4 38,2'
const FIST =
  'M-5,-6.6 C2,-7.2 8,-10 15,-9.5 C22,-9 25,-4 24.5,2 C24,8 19,10.5 13,10.5 C7,10.5 2,7.4 -5,6.8 Z'
/** The visible part of a hand in a pocket. */
const POCKETED = 'M-5,-6.6 C2,-7.2 8,-8.4 13,-8.6 L17,8.6 C11,8.6 4,7.4 -5,6.8 Z'
const POCKET_MOUTH = 'M12,-12 L18,12'
const KNUCKLES = 'M13,-3 C17,-4 21,-3.6 24,-2.4 M13,1.6 C17,1 21,1.4 24,2.4 M13,6 C16,5.6 19,6 22,7'

const HANDS = {
  open: { outline: OPEN, lines: FINGERS },
  fist: { outline: FIST, lines: KNUCKLES },
  pocket: { outline: POCKETED, lines: POCKET_MOUTH },
} as const
export const handPath = (shape: keyof typeof HANDS): Path => pathOf(HANDS[shape].outline)

/** A foot in profile. A heel lifts the ankle and tilts the instep. */
const footPath = (heel: number): Path => {
  const floor = SOLE + heel
  return pathOf(
    `M-7.5,-10 L7.5,-10 C8,-2 14,${4 + heel * 0.35} 24,${10 + heel * 0.75} C34,${15 + heel * 0.95} 44,${18 + heel} 47,${21 + heel} C48,${floor - 1} 47,${floor} 45,${floor} L22,${floor} C12,${floor - heel * 0.5} 4,${SOLE + heel * 0.1} -4,${SOLE} C-13,${SOLE} -14,14 -9,2 Z`,
  )
}

export const armLayer = (figure: Figure, side: Side, usual: number): number => {
  const { over } = figure.hand(side).pose
  return over === 'head' ? LAYER.raisedArm + usual / 100 : usual
}

/** The body without neck and head. */
export const skinPieces = (figure: Figure, skin: Hex): Piece[] => {
  const { torso, pose } = figure
  const line = darken(skin, 0.4)
  const trunk = outline(
    [torso(-0.5, 0.02), torso(-0.95, 0.06), torso(-0.98, 0.14)],
    [
      torso(-1, 0.27),
      torso(-1, 0.42),
      torso(-1, 0.6),
      torso(-1, 0.8),
      torso(-1, 1),
      torso(-1, 1.12),
    ],
    [torso(1, 1.12), torso(1, 1), torso(1, 0.8), torso(1, 0.6), torso(1, 0.42), torso(1, 0.27)],
    [torso(0.98, 0.14), torso(0.95, 0.06), torso(0.5, 0.02)],
  )
  const pieces: Piece[] = [
    { owner: 'body', z: LAYER.legs + 0.5, path: trunk, fill: skin, shade: 14 },
  ]
  for (const side of SIDES) {
    const near = side === pose.nearLeg
    const leg = figure.leg(side)
    pieces.push({
      owner: 'body',
      z: LAYER.legs + (near ? 0.3 : 0),
      path: sleeve(leg, 0, 1, () => 0, { count: 10 }),
      fill: near ? skin : darken(skin, 0.1),
      shade: 8,
    })
    const foot = figure.foot(side)
    pieces.push({
      owner: 'body',
      z: LAYER.feet + (near ? 0.3 : 0),
      path: transformPath(footPath(figure.heel), foot.frame),
      fill: near ? skin : darken(skin, 0.1),
    })
    const { frame, pose: armPose } = figure.hand(side)
    pieces.push({
      owner: 'body',
      z: armLayer(figure, side, LAYER.arms),
      path: sleeve(figure.arm(side), 0, 1, () => 0, { capStart: true, count: 9 }),
      fill: skin,
      shade: 5,
    })
    if (armPose.hand === 'hidden') continue
    const { outline: hand, lines } = HANDS[armPose.hand]
    pieces.push({
      owner: 'body',
      z: armLayer(figure, side, LAYER.hands),
      path: transformPath(pathOf(hand), frame),
      fill: skin,
      marks: [
        seam(transformPath(pathOf(lines), frame), line, armPose.hand === 'pocket' ? 3 : 1, 0.5),
      ],
    })
  }
  return pieces
}
