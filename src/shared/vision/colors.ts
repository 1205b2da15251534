import { toLinearLight } from '#shared/domain/accent.ts'
import type { Size } from '#shared/domain/box.ts'
import type { Chance } from './words.ts'

/** Colour names that shops use, with the shades they cover in photos. */
export const COLOR_NAMES: Record<string, readonly string[]> = {
  black: ['#0a0a0a', '#1c1c1e', '#28262a'],
  charcoal: ['#3a3c40', '#4a4b4f'],
  grey: ['#6e7074', '#8a8c90', '#a3a5a8'],
  silver: ['#bfc3c8'],
  white: ['#ffffff', '#f3f4f6', '#e2e4e8'],
  ivory: ['#f7f1e1', '#eee6d2'],
  beige: ['#dccbb0', '#cdbb9f'],
  tan: ['#c39f76'],
  camel: ['#b5854f', '#a87a4c'],
  brown: ['#6b4428', '#7d5436', '#553822'],
  chocolate: ['#3d2517', '#47301f'],
  taupe: ['#8b7d70', '#a09283'],
  burgundy: ['#5e1224', '#701a30'],
  red: ['#c3141e', '#de2b2b', '#9c1519'],
  rust: ['#a94a24', '#8f4020'],
  coral: ['#f0735c', '#f58e77'],
  orange: ['#ee7a1a', '#f59331'],
  mustard: ['#c9981f', '#b58a23'],
  gold: ['#d9b24a'],
  yellow: ['#f2d22e', '#f8e36e'],
  olive: ['#5f5f2c', '#77763d'],
  khaki: ['#a39a6c', '#8f8760'],
  green: ['#2d7d3a', '#3f9d4c', '#1f5c2e'],
  'dark green': ['#173a26', '#22472f'],
  sage: ['#9fae8e', '#8aa085'],
  mint: ['#b3e0cb'],
  teal: ['#177a7d', '#125a60'],
  turquoise: ['#35bdbb'],
  'light blue': ['#a5c8e6', '#bfd6ea', '#8db4d9'],
  blue: ['#2a5db8', '#3b78d8', '#1f49a8'],
  denim: ['#4b6a8f', '#5e7da3', '#3c5676'],
  navy: ['#14203f', '#1b2a4e', '#222f50', '#2c3a58'],
  purple: ['#5b2f86', '#7443a6'],
  plum: ['#4e2145', '#5f3057', '#2e1a38'],
  lavender: ['#b9a6dc', '#cabbe6'],
  pink: ['#f2a5bd', '#ec84a8'],
  blush: ['#ecccc6', '#e3b9b2'],
  fuchsia: ['#d0257d', '#e04396'],
}

type Lab = readonly [number, number, number]
export type DominantColor = { name: string; hex: string; share: number }

const computeCubeRoot = (value: number) =>
  value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116

const toLab = (red: number, green: number, blue: number): Lab => {
  const [r, g, b] = [toLinearLight(red), toLinearLight(green), toLinearLight(blue)]
  const x = computeCubeRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = computeCubeRoot(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = computeCubeRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const measureColorDistance = (a: Lab, b: Lab) =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)

const namedShades = Object.entries(COLOR_NAMES).flatMap(([name, samples]) =>
  samples.map((hex) => {
    const value = Number.parseInt(hex.slice(1), 16)
    return { name, lab: toLab(value >> 16, (value >> 8) & 255, value & 255) }
  }),
)

/** Shadow changes lightness far more than hue; a fold must not turn a red dress brown. */
const LIGHTNESS_WEIGHT = 0.7

export const nameColor = (red: number, green: number, blue: number) => {
  const lab = toLab(red, green, blue)
  const weigh = ([l, a, b]: Lab): Lab => [l * LIGHTNESS_WEIGHT, a, b]
  let best = { name: '', difference: Number.POSITIVE_INFINITY }
  for (const sample of namedShades) {
    const difference = measureColorDistance(weigh(lab), weigh(sample.lab))
    if (difference < best.difference) best = { name: sample.name, difference }
  }
  return best.name
}

type Sample = { rgb: Lab; lab: Lab; weight: number }
const CLUSTERS = 5
const ROUNDS = 8
const SMALLEST_SHARE = 0.12

/** An RGB square with a centred crop; the outer `margin` of the crop shows the surroundings. */
type ColorSource = {
  pixels: Uint8Array
  side: number
  contentSize: Size
  margin: number
  /** Ignores the centre, which shows the ground between two shoes. */
  isPair?: boolean
}

/** Colours that also occur around the item count less, as do pixels far from its centre. */
export const findDominantColors = (source: ColorSource): DominantColor[] => {
  const samples = weighSamples(source)
  const groups = new Map<string, { rgb: [number, number, number]; weight: number }>()
  let total = 0
  for (const { rgb, weight } of clusterSamples(samples)) {
    const name = nameColor(...rgb)
    const group = groups.get(name)
    if (!group || group.weight < weight)
      groups.set(name, { rgb: [...rgb], weight: weight + (group?.weight ?? 0) })
    else group.weight += weight
    total += weight
  }
  return [...groups]
    .map(([name, { rgb, weight }]) => ({ name, hex: formatHexColor(rgb), share: weight / total }))
    .toSorted((a, b) => b.share - a.share)
    .filter(({ share }, index) => index === 0 || share >= SMALLEST_SHARE)
    .slice(0, 3)
}

const formatHexColor = (rgb: Lab) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const SAMPLES_ACROSS = 24

const weighSamples = ({
  pixels,
  side,
  contentSize,
  margin,
  isPair = false,
}: ColorSource): Sample[] => {
  const left = Math.floor((side - contentSize.width) / 2)
  const top = Math.floor((side - contentSize.height) / 2)
  const edge = margin / (1 + 2 * margin)
  const itemSamples: Sample[] = []
  const surroundingColors: Lab[] = []
  for (let row = 0; row < SAMPLES_ACROSS; row += 1)
    for (let column = 0; column < SAMPLES_ACROSS; column += 1) {
      const across = (column + 0.5) / SAMPLES_ACROSS
      const down = (row + 0.5) / SAMPLES_ACROSS
      const x = left + Math.floor(across * contentSize.width)
      const y = top + Math.floor(down * contentSize.height)
      const at = (y * side + x) * 3
      const rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const
      const lab = toLab(...rgb)
      const isAround = Math.min(across, down, 1 - across, 1 - down) < edge
      if (isAround) surroundingColors.push(lab)
      const fromCenter = Math.hypot(across - 0.5, down - 0.5)
      if (!isAround)
        itemSamples.push({ rgb, lab, weight: isPair ? 1 : Math.exp(-((fromCenter / 0.3) ** 2)) })
    }
  const surroundings = surroundingColors.filter((_, index) => index % 3 === 0)
  for (const sample of itemSamples) {
    let nearest = 60
    for (const other of surroundings)
      nearest = Math.min(nearest, measureColorDistance(other, sample.lab))
    const contrast = Math.min(1, nearest / 25)
    sample.weight *= isPair ? 0.02 + contrast ** 2 : 0.1 + contrast
  }
  return itemSamples
}

/** k-means in Lab with deterministic, far-apart starts. */
const clusterSamples = (samples: Sample[]) => {
  const centers: Lab[] = []
  const heaviest = samples.reduce<Sample | undefined>(
    (best, sample) => (best && best.weight >= sample.weight ? best : sample),
    undefined,
  )
  if (!heaviest) return []
  centers.push(heaviest.lab)
  while (centers.length < CLUSTERS) {
    let farthest = { lab: heaviest.lab, reach: 0 }
    for (const { lab, weight } of samples) {
      const reach = weight * Math.min(...centers.map((center) => measureColorDistance(center, lab)))
      if (reach > farthest.reach) farthest = { lab, reach }
    }
    if (farthest.reach === 0) break
    centers.push(farthest.lab)
  }
  let sums = averageByCenter(samples, centers)
  for (let round = 1; round < ROUNDS; round += 1)
    sums = averageByCenter(
      samples,
      sums.map(({ lab }) => lab),
    )
  return sums
}

const averageByCenter = (samples: Sample[], centers: Lab[]): Sample[] => {
  const sums = centers.map(() => ({ rgb: [0, 0, 0], lab: [0, 0, 0], weight: 0 }))
  for (const sample of samples) {
    let nearest = 0
    let smallestDistance = Number.POSITIVE_INFINITY
    centers.forEach((center, index) => {
      const currentDistance = measureColorDistance(center, sample.lab)
      if (currentDistance < smallestDistance) [nearest, smallestDistance] = [index, currentDistance]
    })
    const sum = sums[nearest]
    if (!sum) continue
    sum.weight += sample.weight
    for (const axis of [0, 1, 2] as const) {
      sum.rgb[axis] = (sum.rgb[axis] ?? 0) + sample.rgb[axis] * sample.weight
      sum.lab[axis] = (sum.lab[axis] ?? 0) + sample.lab[axis] * sample.weight
    }
  }
  const computeMean = (values: number[], weight: number): Lab => [
    (values[0] ?? 0) / weight,
    (values[1] ?? 0) / weight,
    (values[2] ?? 0) / weight,
  ]
  return sums
    .filter(({ weight }) => weight > 0)
    .map(({ rgb, lab, weight }) => ({
      rgb: computeMean(rgb, weight),
      lab: computeMean(lab, weight),
      weight,
    }))
}

/** The words model's names for the finer shades that we name by pixels. */
const MODEL_WORDS: Readonly<Record<string, readonly string[]>> = {
  charcoal: ['black', 'grey'],
  silver: ['white', 'grey', 'silver'],
  ivory: ['cream', 'white'],
  camel: ['tan', 'brown'],
  chocolate: ['brown'],
  taupe: ['beige', 'brown', 'grey'],
  burgundy: ['burgundy', 'red'],
  rust: ['orange', 'red', 'brown'],
  coral: ['pink', 'orange'],
  mustard: ['yellow'],
  'dark green': ['green'],
  sage: ['green'],
  mint: ['green', 'teal'],
  turquoise: ['teal'],
  denim: ['denim', 'blue'],
  plum: ['purple', 'burgundy'],
  lavender: ['purple'],
  blush: ['pink', 'beige'],
  fuchsia: ['pink'],
}

/** Boxes of these kinds show mostly a face or a wrist. */
const WORN_ON_SKIN = new Set(['eyewear', 'jewelry', 'watch'])
const SKIN_COLORS = new Set([
  'beige',
  'blush',
  'brown',
  'camel',
  'chocolate',
  'rust',
  'tan',
  'taupe',
])

/**
 * White or grey clothes in the shade measure as silver, and black ones in the sun as charcoal: 11 of 14 by eye,
 * and one was grey. The model's word for them is right more often.
 */
const LIGHT_DEPENDENT: ReadonlySet<string> = new Set(['silver', 'charcoal'])

/** Nearly all belts have one of these; other shades are those of the clothes around them. */
const BELT_COLORS = new Set(['black', 'brown', 'camel', 'chocolate', 'ivory', 'tan', 'white'])

const CLEAR_SHARE = 0.5
/** From here on, nine of ten names on found belts, glasses, ties and gloves are right (decision 118). */
const MIN_SHARE = 0.3
/**
 * Minimum probabilities of the model (decision 118): of all words for the shade that the pixels show, if its
 * first word is one of them; of that word alone, if it is not. Black that measures as charcoal may be grey or navy.
 */
const MIN_FITTING = 0.45
const MIN_ALONE = 0.6
/** Minimum product of that probability and the score of the box, which may show something else. */
const MIN_ON_BOX = 0.25

const chooseFromPixels = (kind: string, colors: readonly DominantColor[]): string | undefined => {
  const isOwn = ({ name }: DominantColor) =>
    kind === 'belt' ? BELT_COLORS.has(name) : !(WORN_ON_SKIN.has(kind) && SKIN_COLORS.has(name))
  const own = colors.find(isOwn)
  if (!own || own.share < MIN_SHARE) return undefined
  return own.name === 'charcoal' ? 'black' : own.name
}

/**
 * The colour to name if the model's own word is not sure. Folds, shadows and the surroundings distort
 * pixels, so the model has to agree with them or be nearly sure itself.
 * `chances` are empty for kinds that the model does not describe; `score` is that of the box.
 */
export const chooseVisibleColor = (
  kind: string,
  colors: readonly DominantColor[],
  chances: readonly Chance[],
  score: number,
): string | undefined => {
  const [likeliest] = chances
  if (!likeliest) return chooseFromPixels(kind, colors)
  const [first] = colors
  if (!first) return undefined
  const { name, share } = first
  const words = MODEL_WORDS[name] ?? [name]
  const [word, ofWord] = likeliest
  const isFitting = words.includes(word) && (word !== 'black' || name === 'black')
  const chance = isFitting
    ? chances.reduce((sum, [other, part]) => sum + (words.includes(other) ? part : 0), 0)
    : ofWord
  if (chance < (isFitting ? MIN_FITTING : MIN_ALONE) || chance * score < MIN_ON_BOX)
    return undefined
  return isFitting && share >= CLEAR_SHARE && !LIGHT_DEPENDENT.has(name) ? name : word
}
