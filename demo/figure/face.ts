import { darken, lighten, lightness, mix, type Hex } from '#demo/draw/color.ts'
import { ellipse, pathOf, type Path } from '#demo/draw/path.ts'
import { mark, seam, type Mark } from '#demo/draw/piece.ts'
import { randomFrom } from '#demo/random.ts'

/** The features by which a person is recognised in every picture. Lengths are in the head's frame. */
export type Face = {
  age: number
  iris: Hex
  /** Half the width of an eye, half its height, and how far the outer corner rises. */
  eye: { width: number; height: number; rise: number }
  hasMonolid: boolean
  hasLashes: boolean
  brow: { lift: number; thickness: number; color: Hex }
  noseWidth: number
  mouth: { width: number; fullness: number; expression: Expression }
  /** The colour of lipstick; lips have their own colour without one. */
  lipstick: Hex | null
  detail: 'freckles' | 'mole' | 'stubble' | null
}
const EXPRESSIONS = ['calm', 'calm', 'smile', 'smile', 'laugh', 'smirk', 'serious'] as const
type Expression = (typeof EXPRESSIONS)[number]
/** How far each corner of the mouth drops below its middle. */
const CORNERS: Readonly<Record<Expression, readonly [number, number]>> = {
  calm: [-0.4, -0.4],
  smile: [-2, -2],
  laugh: [-2.6, -2.6],
  smirk: [-0.2, -2.4],
  serious: [0.5, 0.5],
}
const AGES = [23, 26, 29, 33, 37, 42, 48, 56, 64] as const
const DARK_EYES: readonly Hex[] = ['#2A1710', '#38200F', '#4A2C17']
const LIGHT_EYES: readonly Hex[] = ['#5B6F4A', '#4E7394', '#5A3A1C', '#6E6A55', '#3D6472']

/** Hair loses its colour with age. */
export const grayHair = (hair: Hex, age: number): Hex =>
  age < 48 ? hair : mix(hair, '#CFCAC2', age < 56 ? 0.22 : age < 64 ? 0.55 : 0.85)

export const makeFace = (
  name: string,
  look: { skin: Hex; hairColor: Hex; lips: Hex | null; isFeminine: boolean; hasBeard: boolean },
): Face => {
  const random = randomFrom(`face ${name}`)
  const { skin, hairColor, isFeminine } = look
  const age = random.pick(AGES)
  const isPale = lightness(skin) > 0.72
  const details = isFeminine || look.hasBeard ? [] : (['stubble', 'stubble'] as const)
  return {
    age,
    iris: random.pick(lightness(skin) > 0.6 ? [...DARK_EYES, ...LIGHT_EYES] : DARK_EYES),
    eye: {
      width: random.between(6.3, 7.4),
      height: random.between(2.9, 3.9) + (isFeminine ? 0.3 : 0),
      rise: random.between(-0.6, 1.8),
    },
    hasMonolid: random.odds(isPale ? 0.25 : 0.1),
    hasLashes: isFeminine,
    brow: {
      lift: random.between(0, 2) + (isFeminine ? 0.8 : 0),
      thickness: random.between(2, 3) + (isFeminine ? 0 : 1),
      color: grayHair(lightness(hairColor) > 0.45 ? darken(hairColor, 0.4) : hairColor, age - 8),
    },
    noseWidth: random.between(4.4, 5.8) + (lightness(skin) < 0.45 ? 1.4 : 0),
    mouth: {
      width: random.between(8.4, 10.4),
      fullness: random.between(0.2, 1.3) + (lightness(skin) < 0.45 ? 0.8 : 0),
      expression: random.pick(EXPRESSIONS),
    },
    lipstick: look.lips,
    detail: random.pick([null, null, isPale ? 'freckles' : 'mole', 'mole', ...details] as const),
  }
}

/** Paths are written for the eye on the viewer's right; the other one mirrors them. */
const placed =
  (side: -1 | 1, x: number, y: number) =>
  (d: string): Path =>
    pathOf(
      d.replaceAll(
        /(-?[\d.]+),(-?[\d.]+)/g,
        (_, across: string, down: string) => `${side * (x + Number(across))},${y + Number(down)}`,
      ),
    )
const n = (value: number) => Math.round(value * 100) / 100

const EYE = [13.4, -4] as const

const eyeMarks = (face: Face, skin: Hex, side: -1 | 1, isShaded: boolean): Mark[] => {
  const on = placed(side, ...EYE)
  const { width: w, rise } = face.eye
  const h = face.mouth.expression === 'laugh' ? face.eye.height * 0.8 : face.eye.height
  const line = darken(mix(skin, '#2a1712', 0.72), 0.25)
  const fold = darken(skin, lightness(skin) > 0.5 ? 0.34 : 0.5)
  const white = mix('#FBF6EE', skin, isShaded ? 0.42 : 0.12)
  const upper = `${n(-w)},1.2 C${n(-w * 0.55)},${n(-h * 1.15)} ${n(w * 0.35)},${n(-h * 1.4)} ${w},${n(-rise)}`
  const wing = face.hasLashes ? 2.2 : 0.5
  const thick = face.hasLashes ? 1.7 : 1.15
  const { lift, thickness: t, color } = face.brow
  const y = -8.6 - lift * 0.6
  const inner = face.mouth.expression === 'serious' ? 1.3 : 0
  const marks = [
    mark(
      on(`M${upper} C${n(w * 0.5)},${n(h * 0.95)} ${n(-w * 0.4)},${n(h * 1.05)} ${n(-w)},1.2 Z`),
      white,
    ),
    mark(ellipse([side * EYE[0] + 0.5, EYE[1] - h * 0.12], n(h * 0.8)), face.iris),
    mark(ellipse([side * EYE[0] + 0.5, EYE[1] - h * 0.12], n(h * 0.38)), '#100a0a'),
    mark(ellipse([side * EYE[0] - 0.5, EYE[1] - h * 0.42], 0.75), '#ffffff', 0.95),
    mark(
      on(
        `M${upper} L${n(w + wing)},${n(-rise - wing * 0.8)} C${n(w * 0.45)},${n(-h * 1.45 - thick)} ${n(-w * 0.5)},${n(-h * 1.2 - thick * 0.8)} ${n(-w)},1.2 Z`,
      ),
      line,
    ),
    seam(
      on(
        `M${n(w * 0.9)},${n(0.4 - rise * 0.5)} C${n(w * 0.5)},${n(h * 0.98)} ${n(-w * 0.2)},${n(h * 1.02)} ${n(-w * 0.7)},2.1`,
      ),
      line,
      0.6,
      0.5,
    ),
    mark(
      on(
        `M${n(-w - 0.8)},${n(y + 1 + inner)} C${n(-w * 0.3)},${n(y - 2 - lift * 0.4)} ${n(w * 0.5)},${n(y - 3.2 - lift)} ${n(w + 3.6)},${n(y + 1.4)} C${n(w * 0.5)},${n(y - 2.6 - lift + t)} ${n(-w * 0.3)},${n(y - 1.6 - lift * 0.4 + t)} ${n(-w - 0.5)},${n(y + 0.6 + t + inner)} Z`,
      ),
      color,
      0.94,
    ),
  ]
  if (!face.hasMonolid)
    marks.push(
      seam(
        on(
          `M${n(-w * 0.75)},${n(-h * 0.75 - 1.2)} C${n(-w * 0.3)},${n(-h * 1.35 - 2)} ${n(w * 0.4)},${n(-h * 1.4 - 2.2)} ${n(w * 0.95)},${n(-rise - 2.8)}`,
        ),
        fold,
        0.7,
        0.55,
      ),
    )
  if (face.age >= 42)
    marks.push(
      seam(
        on(
          `M${n(-w * 0.6)},${n(h + 2.6)} C${n(-w * 0.2)},${n(h + 4)} ${n(w * 0.4)},${n(h + 3.8)} ${n(w * 0.8)},${n(h + 2.2)}`,
        ),
        fold,
        0.8,
        0.5,
      ),
    )
  if (face.age >= 48)
    marks.push(
      seam(
        on(
          `M${n(w + 3)},-0.4 L${n(w + 6)},-2.2 M${n(w + 3)},1.6 L${n(w + 6.4)},2 M${n(w + 2.6)},3.4 L${n(w + 5)},5.4`,
        ),
        fold,
        0.7,
        0.5,
      ),
    )
  return marks
}

const LIP_SHADE: Hex = '#8A2F33'
/** On top of a beard, unlike the rest of the face. */
export const mouthMarks = (face: Face, skin: Hex): Mark[] => {
  const { width: m, fullness: f, expression } = face.mouth
  const [left, right] = CORNERS[expression].map((drop) => n(23.4 + drop))
  const isDark = lightness(skin) < 0.5
  const natural = mix(
    skin,
    isDark ? '#6E2B30' : LIP_SHADE,
    face.hasLashes ? 0.45 : isDark ? 0.36 : 0.3,
  )
  const lip = face.lipstick ?? natural
  const open = expression === 'laugh' ? 3.4 : 0
  const top = `${n(-m)},${left} C${n(-m * 0.5)},${n(20.6 - f)} -2.2,${n(19.9 - f)} 0.3,${n(21 - f * 0.6)} C2.6,${n(19.9 - f)} ${n(m * 0.5)},${n(20.6 - f)} ${n(m)},${right}`
  const middle = (y: number) => `${n(m * 0.45)},${n(y)} ${n(-m * 0.45)},${n(y)} ${n(-m)},${left}`
  const corners = `M${n(-m - 1)},${n((left ?? 0) - 0.5)} L${n(-m + 0.6)},${left} M${n(m + 1)},${n((right ?? 0) - 0.5)} L${n(m - 0.6)},${right}`
  const line = darken(mix(lip, '#3a1216', 0.45), 0.2)
  return [
    mark(pathOf(`M${top} C${middle(27.2 + f + open)} Z`), lip),
    ...(open
      ? [
          mark(
            pathOf(
              `M${n(-m * 0.86)},${n((left ?? 0) + 0.3)} C${n(-m * 0.4)},23.2 ${n(m * 0.4)},23.2 ${n(m * 0.86)},${n((right ?? 0) + 0.3)} C${n(m * 0.45)},27.6 ${n(-m * 0.45)},27.6 ${n(-m * 0.86)},${n((left ?? 0) + 0.3)} Z`,
            ),
            '#FBF4EA',
          ),
        ]
      : [seam(pathOf(`M${n(m)},${right} C${middle(24.6)}`), line, 0.9, 0.85)]),
    mark(ellipse([-1, 26.2 + f * 0.4 + open * 0.75], m * 0.28, 0.7), lighten(lip, 0.45), 0.5),
    seam(pathOf(corners), line, 0.8, 0.7),
  ]
}

const freckles = (skin: Hex): Mark[] =>
  [
    [-18, 7],
    [-14, 9.5],
    [-20.5, 10.5],
    [-11, 6.5],
    [-16, 12],
    [13, 7],
    [17, 9.4],
    [20, 7.4],
    [11, 10],
    [15.4, 12],
  ].map(([x = 0, y = 0]) =>
    mark(ellipse([x, y], 0.62), darken(mix(skin, '#8A4B2A', 0.55), 0.1), 0.6),
  )
const STUBBLE =
  'M-29,2 C-28,28 -18,48 0,49 C18,48 28,28 29,2 C26,12 22,16 15,16.5 C7,14.6 -6,14.6 -14,16.5 C-22,16 -26,12 -29,2 Z'

/** Eyes, brows, nose and what age leaves on a face whose `shaded` side is away from the light. */
export const faceMarks = (face: Face, skin: Hex, hair: Hex, shaded: -1 | 1): Mark[] => {
  const isDark = lightness(skin) < 0.5
  const line = darken(skin, isDark ? 0.5 : 0.42)
  const blush = mix(skin, isDark ? '#A63A3A' : '#E0564F', 0.4)
  const w = face.noseWidth
  const both = (d: string) => [placed(-1, 0, 0)(d), placed(1, 0, 0)(d)]
  const isSmiling = CORNERS[face.mouth.expression][1] <= -2
  return [
    ...(face.detail === 'stubble' ? [mark(pathOf(STUBBLE), hair, isDark ? 0.18 : 0.12)] : []),
    ...[-1, 1].map((side) =>
      mark(ellipse([side * 18, 11.5], 7.5, 4.6), blush, face.hasLashes ? 0.2 : 0.12),
    ),
    ...eyeMarks(face, skin, -1, shaded < 0),
    ...eyeMarks(face, skin, 1, shaded > 0),
    seam(
      pathOf(
        `M${n(-w)},9.2 C${n(-w - 1.6)},11.6 ${n(-w)},13.8 ${n(-w * 0.45)},13 C${n(-w * 0.2)},14.4 ${n(w * 0.3)},14.4 ${n(w * 0.45)},13 C${n(w)},13.8 ${n(w + 1.6)},11.6 ${n(w)},9.2`,
      ),
      line,
      1,
      0.62,
    ),
    mark(ellipse([-shaded * 1, 9], 1.5, 1), lighten(skin, 0.5), isDark ? 0.22 : 0.4),
    seam(pathOf('M-4.4,32.4 C-1.6,33.4 2,33.4 4.6,32.2'), line, 0.8, 0.28),
    ...(face.age >= 37 || isSmiling
      ? both('M8.6,13.6 C11.6,16 12.8,18.6 12.6,21.6').map((path) =>
          seam(path, line, 0.8, face.age >= 48 ? 0.62 : 0.3),
        )
      : []),
    ...(face.age >= 56
      ? ['M-15,-23.5 C-6,-25.4 6,-25.4 15,-23.5', 'M-12,-28 C-5,-29.6 5,-29.6 12,-28'].map((d) =>
          seam(pathOf(d), line, 0.7, 0.4),
        )
      : []),
    ...(face.age >= 64
      ? both('M11.6,25.4 C13.4,28 13.6,31 12.6,33.4').map((path) => seam(path, line, 0.8, 0.45))
      : []),
    ...(face.detail === 'freckles' ? freckles(skin) : []),
    ...(face.detail === 'mole'
      ? [mark(ellipse([-15.6 * shaded, 17.5], 0.95), darken(skin, 0.6), 0.9)]
      : []),
  ]
}
