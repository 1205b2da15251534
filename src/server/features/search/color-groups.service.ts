import { getColorKey, listColors } from '#server/features/catalog/description/index.ts'
import type { ReadColorFamilies } from '#server/features/catalog/index.ts'
import { type CatalogProduct, MAX_SWATCHES } from '#shared/contract/catalog.ts'
import type { DocumentsStore } from './documents.store.ts'
import type { ListPosition, ListRequest } from './list-order.store.ts'

/** A page of products in very many colours may be shorter than others. */
const MAX_READS = 4

type Page = Awaited<ReturnType<DocumentsStore['page']>>
type Row = Page['rows'][number]

export type ColorGroupsDependencies = {
  store: Pick<DocumentsStore, 'page' | 'inOrder'>
  colorFamilies: ReadColorFamilies
}

const positionOf = ({ tier, value, own_id }: Row): ListPosition => ({ tier, value, id: own_id })

const presentColors = (
  colors: ReturnType<typeof listColors>,
  ownId: string,
): CatalogProduct['colours'] => {
  const ownFirst = colors.toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
  return {
    first: ownFirst.slice(0, MAX_SWATCHES).map(({ picture: _picture, ...color }) => color),
    more: Math.max(0, colors.length - MAX_SWATCHES),
  }
}

/** Lists a product that comes in several colours once: in the colour that the list has first. */
export const createColorGroups = ({ store, colorFamilies }: ColorGroupsDependencies) => {
  const groupRows = async (request: ListRequest, rows: readonly Row[]): Promise<Row[]> => {
    const families = await colorFamilies(rows.map(({ own_id }) => own_id))
    const members = [...families.values()].filter((family) => family.length > 1).flat()
    if (members.length === 0) return [...rows]
    const ids = new Set([...rows.map(({ own_id }) => own_id), ...members.map(({ id }) => id)])
    const order = await store.inOrder(request, [...ids])
    const places = new Map(order.map((id, place) => [id, place]))
    const isBefore = (id: string, other: string) =>
      (places.get(id) ?? Infinity) < (places.get(other) ?? Infinity)
    return rows.flatMap((row) => {
      const family = families.get(row.own_id) ?? []
      const own = family.find(({ id }) => id === row.own_id)
      const colors = listColors(family, row.own_id)
      if (!own || colors.length === 0) return [row]
      // Another product in the same colour is no swatch of this one, so it stays.
      const isListedBefore = family.some(
        (member) => getColorKey(member) !== getColorKey(own) && isBefore(member.id, own.id),
      )
      return isListedBefore ? [] : [{ ...row, colours: presentColors(colors, own.id) }]
    })
  }

  return {
    /** A page of `limit` tiles, and where the next one begins; the totals count every colour. */
    page: async (request: ListRequest) => {
      const { limit } = request
      const tiles: Row[] = []
      let { after } = request
      let totals: Page['totals'] | null = null
      for (let reads = 1; ; reads += 1) {
        const found = await store.page({ ...request, after, limit: limit + 1 })
        totals ??= found.totals
        const rows = found.rows.slice(0, limit)
        const isEnd = rows.length === found.rows.length
        tiles.push(...(await groupRows(request, rows)))
        const last = rows.at(-1)
        after = last ? positionOf(last) : null
        if (tiles.length >= limit || isEnd || reads === MAX_READS) {
          const page = tiles.slice(0, limit)
          const lastTile = tiles.length > limit ? page.at(-1) : null
          const next = lastTile ? positionOf(lastTile) : isEnd ? null : after
          return { totals, rows: page, next }
        }
      }
    },
  }
}
