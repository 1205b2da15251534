import type { VariantLayout, Row } from './feed-formats.ts'

/** A variant with the values of its product filled in. `extra`: pictures and options, by attribute. */
export type VariantRow = { line: number; values: Map<string, string>; extra: [string, string][] }
type NumberedRow = { line: number; row: Row }

/** As many variants and pictures as Shopify allows a product. */
const MAX_ROWS = 2_400
/** Products that wait for the rows of their variants. */
const MAX_WAITING = 50_000

const OPTION_ROLES: readonly (readonly [RegExp, string])[] = [
  [/colou?r|farbe|couleur|цвет|колір|kleur|colore|\bcor\b|kolor|renk/i, 'color'],
  [/size|größe|grösse|taille|talla|tamanho|taglia|maat|rozmiar|размер|розмір|beden/i, 'size'],
  [/material|metal|fabric|stoff|matière|материал/i, 'material'],
  [/gender|geschlecht|^пол$|стать/i, 'gender'],
  [/age|alter|возраст/i, 'age_group'],
]

/** Which attribute an option of a product is, by the name that a shop gives it. */
export const optionRole = (name: string): string | undefined =>
  OPTION_ROLES.find(([pattern]) => pattern.test(name))?.[1]

/** Wix writes a colour as 'rgb(255, 192, 203):pink'. */
const optionValue = (text: string): string => text.replace(/^(?:#\w+|rgba?\([^)]*\)):/, '').trim()

const optionsOf = (product: Row, variant: Row, { options }: VariantLayout): [string, string][] =>
  options.flatMap(([name, value]) => {
    const role = optionRole(product.get(name) ?? '')
    const text = variant.get(value) ?? ''
    return role === undefined || text === ''
      ? []
      : text.split(';').map((part): [string, string] => [role, optionValue(part)])
  })

const variantOf = (
  product: NumberedRow,
  variant: NumberedRow,
  layout: VariantLayout,
  hasSiblings: boolean,
): VariantRow => {
  const values = new Map(product.row)
  for (const [name, value] of variant.row) if (value !== '') values.set(name, value)
  // The key is unique and stable; the SKU of a variant need not be.
  const key = product.row.get(layout.key) ?? ''
  values.set(layout.key, key)
  values.set('id', key)
  if (hasSiblings) values.set('item_group_id', key)
  layout.adjust?.(values)
  return { line: variant.line, values, extra: optionsOf(product.row, variant.row, layout) }
}

/** Joins the rows of a product: each variant becomes an item of its own, with the product's text. */
export const createVariantReader = (layout: VariantLayout) => {
  let rows: NumberedRow[] = []
  const waiting = new Map<string, { product: NumberedRow; isUsed: boolean }>()

  /** `all`: consecutive rows of one product. */
  const variantsOf = (all: readonly NumberedRow[]): VariantRow[] => {
    const [product, ...others] = all
    if (!product) return []
    const variants = others.filter(({ row }) => layout.isSold(row))
    const sold = layout.isSold(product.row) ? [product, ...variants] : variants
    const pictures = all.flatMap(({ row }) => row.get('image_src') || [])
    const colorOf = ({ row }: NumberedRow) =>
      optionsOf(product.row, row, layout).find(([role]) => role === 'color')?.[1]
    const ownPictures = sold.map((variant) => ({
      color: colorOf(variant),
      url: variant.row.get(layout.variantPicture ?? '') || undefined,
    }))
    return (sold.length > 0 ? sold : [product]).map((variant) => {
      const variantRow = variantOf(product, variant, layout, sold.length > 1)
      // All sizes of a colour look like the one that has a picture.
      const picture = ownPictures.find(({ color, url }) => url && color === colorOf(variant))?.url
      if (pictures.length > 0) variantRow.values.set('image_src', picture ?? pictures[0] ?? '')
      variantRow.extra.push(
        ...pictures.map((url): [string, string] => ['additional_image_link', url]),
      )
      return variantRow
    })
  }

  const flush = (): VariantRow[] => {
    const all = rows
    rows = []
    return variantsOf(all)
  }

  return {
    push: (line: number, row: Row): VariantRow[] => {
      const numbered = { line, row }
      if (layout.parent !== undefined) {
        const parent = waiting.get((row.get(layout.parent) ?? '').replace(/^id:/, ''))
        if (parent) {
          parent.isUsed = true
          return [variantOf(parent.product, numbered, layout, true)]
        }
        if (layout.isSold(row) || waiting.size >= MAX_WAITING) return variantsOf([numbered])
        const entry = { product: numbered, isUsed: false }
        for (const name of [row.get(layout.key), row.get('sku')]) if (name) waiting.set(name, entry)
        return []
      }
      const key = row.get(layout.key) ?? ''
      const isSame = key !== '' && rows[0]?.row.get(layout.key) === key
      const finished = isSame && rows.length < MAX_ROWS ? [] : flush()
      rows.push(numbered)
      return finished
    },
    /** Products without variants are items themselves. */
    end: (): VariantRow[] => [
      ...flush(),
      ...[...new Set(waiting.values())]
        .filter(({ isUsed }) => !isUsed)
        .flatMap(({ product }) => variantsOf([product])),
    ],
  }
}
