import type { ProductColor } from '#shared/contract/catalog.ts'
import { describeAttribute } from './attribute-values.ts'
import { findColorFamily } from './describe-product.ts'

/** A product of a family, with its colours as the shop states them. */
export type FamilyMember = {
  id: string
  name: string
  colors: readonly string[]
  picture: string | null
}

export const getColorKey = ({ colors }: Pick<FamilyMember, 'colors'>): string =>
  colors.join('/').toLowerCase()

/** Each colour once, that of `productId` as itself; empty if there is only one. */
export const listColors = (family: readonly FamilyMember[], productId: string): ProductColor[] => {
  const byColor = new Map<string, FamilyMember>()
  for (const member of family) {
    const key = getColorKey(member)
    if (member.id === productId || !byColor.has(key)) byColor.set(key, member)
  }
  if (byColor.size < 2) return []
  return Array.from(byColor.values(), ({ id, name, colors, picture }) => ({
    id,
    name,
    colour: colors.map((color) => describeAttribute('colors', color)).join(' / '),
    family: findColorFamily(colors),
    picture,
  }))
}
