import { type Hex, lightness } from '#demo/draw/color.ts'
import { type Random, randomFrom } from '#demo/random.ts'
import type { Look } from '#demo/wardrobe/looks.ts'
import type { Person } from '#demo/wardrobe/people.ts'
import { type ShopItem, shopItems } from './items.ts'
import { type GarmentKind, type ShopGarment, shopGarments } from './shop.ts'

export type Piece = { item: ShopItem; garment: ShopGarment }
export type Outfit = { id: string; person: Person; pieces: readonly Piece[] }

type Season = 'warm' | 'cold'
const COLD =
  /coats|Puffer|Turtlenecks|Sweaters|Cardigans|Hoodies|Sweatshirts|boots|Beanies|Trapper/i
const WARM =
  /Shorts|Sandals|Slippers|Camisoles|Tank|T-shirts|Polo|Brimmed|Mini dresses|Maxi dresses|Mini skirts|Caps/i
const fitsSeason = ({ item: { type } }: Piece, season: Season) =>
  season === 'warm' ? !COLD.test(type) : !WARM.test(type)

const channelsOf = (hex: Hex) => [...Buffer.from(hex.slice(1), 'hex')]
/** 0 for grey, black and white, up to 1. */
const vividness = (hex: Hex): number => {
  const channels = channelsOf(hex)
  return (Math.max(...channels) - Math.min(...channels)) / 255
}
const NEUTRAL = 0.16

/** 0 to 6 around the colour circle. */
const hueOf = (hex: Hex): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
  const high = Math.max(red, green, blue)
  const span = Math.max(1, high - Math.min(red, green, blue))
  if (high === red) return ((green - blue) / span + 6) % 6
  return high === green ? (blue - red) / span + 2 : (red - green) / span + 4
}

/** How badly two garments go together: neutrals go with everything, colours with their neighbours. */
const clash = (one: Piece, other: Piece): number => {
  const [a, b] = [one.garment.hex, other.garment.hex]
  const patterns = [one, other].filter(({ item }) => item.pattern !== 'plain').length
  const loud = patterns === 2 ? 2.5 : 0
  if (vividness(a) < NEUTRAL || vividness(b) < NEUTRAL) {
    // Two garments of one tone look like one.
    return loud + (Math.abs(lightness(a) - lightness(b)) < 0.12 ? 0.8 : 0)
  }
  const apart = Math.abs(hueOf(a) - hueOf(b))
  const distance = Math.min(apart, 6 - apart)
  return loud + (distance < 0.6 ? 0.4 : distance < 1.4 ? 2 : 3)
}

const DRESSY = /Blazers|Dress shoes|Heels|Pencil|Fur coats|Maxi dresses/
const SPORTY = /Sweatpants|Leggings|Hoodies|Sweatshirts|Tank|Shorts|shorts|Caps|Sandals|Slippers/
/** Whether nobody would wear the two together, like a blazer with flip-flops. */
export const isOddPair = (one: Piece, other: Piece): boolean =>
  (DRESSY.test(one.item.type) && SPORTY.test(other.item.type)) ||
  (SPORTY.test(one.item.type) && DRESSY.test(other.item.type))

type Slot = { kinds: readonly GarmentKind[]; share: number }
const slot = (share: number, ...kinds: GarmentKind[]): Slot => ({ kinds, share })
/** Three to six garments each. */
const OUTFITS: Readonly<Record<Season, readonly (readonly Slot[])[]>> = {
  cold: [
    [slot(1, 'outerwear'), slot(1, 'top'), slot(1, 'pants'), slot(1, 'footwear'), slot(0.7, 'hat')],
    [slot(1, 'outerwear'), slot(1, 'top'), slot(1, 'skirt'), slot(1, 'footwear'), slot(0.5, 'hat')],
    [slot(1, 'outerwear'), slot(1, 'dress'), slot(1, 'footwear'), slot(0.6, 'hat')],
  ],
  warm: [
    [slot(1, 'dress'), slot(0.5, 'outerwear'), slot(1, 'footwear'), slot(0.7, 'hat')],
    [
      slot(1, 'top'),
      slot(1, 'skirt'),
      slot(0.6, 'outerwear'),
      slot(1, 'footwear'),
      slot(0.6, 'hat'),
    ],
    [slot(1, 'top'), slot(1, 'shorts'), slot(1, 'footwear'), slot(0.8, 'hat')],
    [
      slot(1, 'top'),
      slot(1, 'pants'),
      slot(0.4, 'outerwear'),
      slot(1, 'footwear'),
      slot(0.4, 'hat'),
    ],
  ],
}

const allPieces = (): Piece[] =>
  [...shopGarments()].flatMap(([id, garment]) => {
    const item = shopItems().get(id)
    return item ? [{ item, garment }] : []
  })

/** Short or sleeveless, which people who cover their hair do not wear. */
const REVEALING = /Shorts|Mini|Camisoles|Tank|T-shirts|Polo|Pencil/i
const suits = ({ item }: Piece, { manner, appearance }: Person) =>
  (item.gender === 'unisex' || (item.gender === 'female') === (manner === 'feminine')) &&
  !(
    appearance.hair === 'hijab' &&
    (REVEALING.test(item.type) || /sleeveless|short sleeves/.test(item.description))
  )

/** The garment that was used least and goes best with the others. */
const choosePiece = (
  candidates: readonly Piece[],
  worn: readonly Piece[],
  uses: ReadonlyMap<string, number>,
  random: Random,
): Piece | null => {
  let best: Piece | null = null
  let lowest = Infinity
  for (const piece of candidates) {
    const cost =
      (uses.get(piece.item.id) ?? 0) * 3 +
      random.next() * 1.5 +
      worn.reduce((sum, other) => sum + clash(piece, other), 0)
    if (cost < lowest) [best, lowest] = [piece, cost]
  }
  return best
}

const FEWEST = 3

/** An outfit of the shop's garments for each look of a creator, with garments used evenly. */
export const makeOutfits = (looks: readonly Look[]): Outfit[] => {
  const pieces = allPieces()
  const uses = new Map<string, number>()
  return looks.map(({ id, person }, index) => {
    const random = randomFrom(`outfit of ${id}`)
    const season: Season = index % 2 === 0 ? 'warm' : 'cold'
    const wearable = pieces.filter((piece) => suits(piece, person))
    const isWearable = ({ kinds, share }: Slot) =>
      share < 1 || wearable.some(({ garment }) => kinds.includes(garment.kind))
    const plans = OUTFITS[season].filter((slots) => slots.every(isWearable))
    const worn: Piece[] = []
    for (const { kinds, share } of random.pick(plans)) {
      // The hat comes last in every plan, so it completes what would be too little for a picture.
      if (!random.odds(share) && !(kinds.includes('hat') && worn.length < FEWEST)) continue
      const ofKind = wearable.filter(({ garment }) => kinds.includes(garment.kind))
      const fitting = ofKind.filter((piece) => !worn.some((other) => isOddPair(piece, other)))
      const inSeason = fitting.filter((piece) => fitsSeason(piece, season))
      const piece = choosePiece(inSeason.length > 2 ? inSeason : fitting, worn, uses, random)
      if (!piece) continue
      worn.push(piece)
      uses.set(piece.item.id, (uses.get(piece.item.id) ?? 0) + 1)
    }
    return { id, person, pieces: worn }
  })
}
