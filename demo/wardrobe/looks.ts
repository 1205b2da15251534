import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'
import { colorDistance, type Hex } from '#demo/draw/color.ts'
import { mirrorPose, POSES, type Pose, type PoseName } from '#demo/figure/pose.ts'
import { randomFrom, type Random } from '#demo/random.ts'
import { fill, has, isMain, makeStock, putOn, type Stock } from './fitting.ts'
import type { Person } from './people.ts'
import type { Product } from './products.ts'
import { FEMININE, STYLES } from './styles.ts'

export type Format = 'tall' | 'medium' | 'close'
export type Look = {
  /** `<slug>-<n>`, also the name of the picture. */
  id: string
  person: Person
  products: readonly Product[]
  pose: Pose
  format: Format
  backdrop: number
  ground: readonly [Hex, Hex, Hex]
  lightFrom: -1 | 1
}

export const posesFor = (on: readonly Product[]): PoseName[] => {
  if (has(on, 'umbrella')) return ['contrapposto', 'onePocket']
  const bagInHand = has(on, 'tote', 'topHandle', 'bucketBag')
  const smallInHand = has(on, 'clutch', 'phone', 'bottle')
  if (has(on, 'cape'))
    return bagInHand || smallInHand ? ['onePocket', 'walking'] : ['onePocket', 'walking', 'pockets']
  if (bagInHand)
    return ['handBag', 'contrapposto', 'walking', 'onePocket', 'striding', 'raised', 'handBag']
  if (smallInHand) return ['holding', 'contrapposto', 'walking', 'striding']
  const free: PoseName[] = ['contrapposto', 'walking', 'striding', 'onePocket', 'raised', 'holding']
  if (!has(on, 'watch', 'bracelet', 'gloves')) free.push('pockets')
  if (!has(on, 'shoulderBag')) free.push('power')
  if (!has(on, 'necklace', 'camera', 'tie', 'crossbody', 'belt', 'puffer'))
    free.push('crossed', 'crossed')
  return free
}

/** Varies a pose by a few degrees, so that no two people stand alike. */
export const variedPose = (pose: Pose, random: Random): Pose => {
  const give = (amount: number) => random.between(-amount, amount)
  return {
    ...pose,
    headTilt: pose.headTilt + give(4),
    shoulderTilt: pose.shoulderTilt + give(1.5),
    arms: [
      { ...pose.arms[0], upper: pose.arms[0].upper + give(2), fore: pose.arms[0].fore + give(3) },
      { ...pose.arms[1], upper: pose.arms[1].upper + give(2), fore: pose.arms[1].fore + give(3) },
    ],
  }
}

const groundFor = (
  person: Person,
  on: readonly Product[],
  previous: Hex | null,
  random: Random,
): readonly [Hex, Hex, Hex] => {
  const mains = on.filter(isMain).map(({ garment }) => garment.fabric.base)
  let best = person.family.grounds[0] ?? (['#E8563F', '#F4B942', '#D9432F'] as const)
  let highestScore = -Infinity
  for (const ground of [...person.family.grounds, ...person.second.grounds.slice(0, 1)]) {
    const clear = Math.min(
      ...[...mains, person.appearance.skin].map((hex) =>
        Math.min(220, colorDistance(hex, ground[0])),
      ),
    )
    const score = clear + random.next() * 90 - (ground[0] === previous ? 120 : 0)
    if (score > highestScore) [best, highestScore] = [ground, score]
  }
  return best
}

const makeLook = (person: Person, index: number, stock: Stock, previous: Hex | null): Look => {
  const id = `${buildCelebrityImageName(person.name).slice(0, -4)}-${index + 1}`
  const random = randomFrom(`look ${id}`)
  const outfits = person.styles
    .flatMap((style) => STYLES[style])
    .filter(
      ([first]) => person.manner === 'feminine' || first?.types.some((type) => !FEMININE.has(type)),
    )
  const slots = outfits[(index + random.whole(0, 1)) % outfits.length] ?? []
  const on: Product[] = []
  for (const slot of slots) {
    if (!random.odds(slot.share)) continue
    const product = fill(slot, person, on, stock, random)
    if (!product) continue
    on.push(product)
    putOn(stock, person, product)
  }
  const pose = variedPose(POSES[random.pick(posesFor(on))], random)
  const format: Format = random.odds(0.6) ? 'tall' : random.odds(0.62) ? 'medium' : 'close'
  return {
    id,
    person,
    products: on,
    pose: random.odds(0.5) ? mirrorPose(pose) : pose,
    format,
    backdrop: person.backdrops[index % 3] ?? 0,
    ground: groundFor(person, on, previous, random),
    lightFrom: random.odds(0.75) ? -1 : 1,
  }
}

const ROUND = 1000
/** Four to ten looks per person, with products used evenly. Round 0 is the catalogue. */
export const makeLooks = (
  people: readonly Person[],
  products: readonly Product[],
  round = 0,
): Look[] => {
  const stock = makeStock(products)
  return people.flatMap((person) => {
    const looks: Look[] = []
    const first = round * ROUND
    const count = randomFrom(`how many looks ${person.name}`).whole(person.home ? 7 : 4, 10)
    for (let index = first; index < first + count; index++)
      looks.push(makeLook(person, index, stock, looks.at(-1)?.ground[0] ?? null))
    return looks
  })
}
