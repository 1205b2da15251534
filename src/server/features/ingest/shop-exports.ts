import { normalizeColumnName, PUBLISHED_COLUMNS } from './feed-columns.ts'
import { isHidden } from './feed-item.ts'

/** A row of a file by its columns, as `normalizeColumnName` spells them. */
export type Row = ReadonlyMap<string, string>

/**
 * How an export describes a product by several rows: one with its text, and one for each size and colour.
 */
type VariantLayout = {
  /** Rows with the same value are one product. */
  key: string
  /** The column in which a variant names its product; without it, the rows of a product are consecutive. */
  parent?: string
  /** Whether a row begins a product, where variants do not repeat its key. */
  isStart?: (row: Row) => boolean
  /** Whether a row is a variant that can be bought; others only carry text or pictures. */
  isSold: (row: Row) => boolean
  /** Columns of an option's name (on the product's row) and of its value. */
  options: readonly (readonly [name: string, value: string])[]
  /** For options that are all in one column. */
  readOptions?: (row: Row) => readonly (readonly [name: string, value: string])[]
  /** Column of pictures that have rows of their own. */
  picture?: string
  /** Column of a variant's own picture. */
  variantPicture?: string
  /** Changes the values of a variant, including those of its product, in place. */
  adjust?: (values: Map<string, string>) => void
}

export type ShopExport = {
  /** A file has this layout if it has all of these columns. */
  has: readonly string[]
  variants?: VariantLayout
  /** The address of an item on the shop's site, for files without links. */
  link?: (values: Row) => string | null
}

/** Columns of numbered options, from templates such as `option#_name`. */
const options = (count: number, name: string, value: string) =>
  Array.from({ length: count }, (_, index) => {
    const number = String(index + 1)
    return [name.replace('#', number), value.replace('#', number)] as const
  })

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/['’"]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** Wix lists file names of pictures, and prices variants by a surcharge. */
const adjustWix = (values: Map<string, string>) => {
  const pictures = (values.get('productimageurl') ?? '').split(';').map((name) => name.trim())
  values.set(
    'productimageurl',
    pictures
      .filter((name) => name !== '')
      .map((name) => (/^https?:/.test(name) ? name : `https://static.wixstatic.com/media/${name}`))
      .join(' '),
  )
  const price = Number(values.get('price')) + Number(values.get('surcharge') ?? 0)
  const discount = Number(values.get('discountvalue') ?? 0)
  const isPercent = values.get('discountmode') === 'PERCENT'
  if (Number.isFinite(price)) values.set('price', price.toFixed(2))
  if (price > 0 && discount > 0)
    values.set(
      'sale_price',
      (isPercent ? price * (1 - discount / 100) : price - discount).toFixed(2),
    )
}

/** A stock that Shopify does not track, or that may be oversold, says nothing about availability. */
const adjustShopify = (values: Map<string, string>) => {
  const isCounted =
    (values.get('variant_inventory_tracker') ?? '') !== '' &&
    values.get('variant_inventory_policy') !== 'continue'
  if (!isCounted) values.delete('variant_inventory_qty')
}

/** Squarespace exports a sale price that is not in effect. */
const adjustSquarespace = (values: Map<string, string>) => {
  if (values.get('on_sale')?.toLowerCase() !== 'yes') values.delete('sale_price')
  // Only the last part of the address, which is no link by itself.
  values.set('slug', values.get('product_url') ?? '')
  values.delete('product_url')
  // Addresses are separated by spaces or line breaks.
  const pictures = values.get('hosted_image_urls')
  if (pictures) values.set('hosted_image_urls', pictures.replaceAll(/\s+/g, ' '))
}

/** 'Type=Swatch|Name=Colour|Value=Red[#ff0000]', once for each option. */
const bigCommerceOptions = (row: Row) =>
  Array.from(
    (row.get('options') ?? '').matchAll(/Name=([^|]*)\|Value=(.*?)(?=\[|;|\n|Type=|$)/g),
    ([, name = '', value = '']) => [name.trim(), value.trim()] as const,
  )

/** A stock that is not tracked says nothing about availability. */
const adjustBigCommerce = (values: Map<string, string>) => {
  if (values.get('inventory_tracking')?.toLowerCase() === 'none') values.delete('current_stock')
}

const isFilled = (row: Row, ...columns: string[]) =>
  columns.some((name) => (row.get(name) ?? '') !== '')

/** Columns of WooCommerce: type, name, price, parent, option and its value, in several languages. */
const WOOCOMMERCE = [
  ['type', 'name', 'regular_price', 'parent', 'attribute', 'value(s)'],
  ['тип', 'имя', 'базовая_цена', 'родительский', 'атрибут', 'значение(-я)'],
  ['typ', 'name', 'regulärer_preis', 'übergeordnetes_produkt', 'attribut', 'wert(e)'],
  ['tipo', 'nombre', 'precio_normal', 'superior', 'atributo', 'valor(es)'],
] as const

/** Languages that put the number at the end. */
const ATTRIBUTE_COLUMNS = [
  ['nombre_del_atributo_#', 'valor(es)_del_atributo_#'],
  ['название_атрибута_#', 'значение(-я)_атрибута_#'],
  ['имя_атрибута_#', 'значения_атрибутов_#'],
] as const

const SHOP_EXPORTS: readonly ShopExport[] = [
  // Shopify's product export.
  {
    has: ['handle', 'variant_price'],
    variants: {
      key: 'handle',
      isSold: (row) => isFilled(row, 'variant_price'),
      options: options(3, 'option#_name', 'option#_value'),
      variantPicture: 'variant_image',
      adjust: adjustShopify,
    },
    link: (row) => (row.get('handle') ? `/products/${row.get('handle') ?? ''}` : null),
  },
  // The export of Wix Stores.
  {
    has: ['handleid', 'fieldtype', 'name'],
    variants: {
      key: 'handleid',
      isSold: (row) => row.get('fieldtype')?.toLowerCase() !== 'product',
      options: options(6, 'productoptionname#', 'productoptiondescription#'),
      adjust: adjustWix,
    },
    link: (row) => (row.get('name') ? `/product-page/${slug(row.get('name') ?? '')}` : null),
  },
  // WooCommerce's product export, in languages of its administration.
  ...WOOCOMMERCE.map(([type, name, price, parent, option, value]): ShopExport => ({
    has: ['id', type, name, price],
    variants: {
      key: 'id',
      parent,
      isSold: (row) => !/^(?:variable|grouped)\b/i.test(row.get(type) ?? ''),
      options: [
        ...options(5, `${option}_#_name`, `${option}_#_${value}`),
        ...ATTRIBUTE_COLUMNS.flatMap(([name, text]) => options(5, name, text)),
      ],
    },
    link: (row) => (row.get('id') ? `/?p=${row.get('id') ?? ''}` : null),
  })),
  // The export of Squarespace.
  {
    has: ['product_id_[non_editable]', 'product_url', 'option_name_1'],
    variants: {
      key: 'product_id_[non_editable]',
      isStart: (row) => isFilled(row, 'title'),
      isSold: () => true,
      options: options(6, 'option_name_#', 'option_value_#'),
      adjust: adjustSquarespace,
    },
    link: (row) =>
      row.get('slug') ? `/${row.get('product_page') || 'store'}/p/${row.get('slug') ?? ''}` : null,
  },
  // BigCommerce's modern product export.
  {
    has: ['item', 'id', 'name', 'options', 'is_visible'],
    variants: {
      key: 'id',
      isStart: (row) => row.get('item')?.toLowerCase() === 'product',
      isSold: (row) => row.get('item')?.toLowerCase() === 'variant',
      options: [],
      readOptions: bigCommerceOptions,
      picture: 'image_url_(import)',
      variantPicture: 'variant_image_url',
      adjust: adjustBigCommerce,
    },
  },
  // PrestaShop's product file.
  {
    has: ['product_id', 'name_*', 'url_rewritten'],
    link: (row) =>
      row.get('url_rewritten')
        ? `/${row.get('product_id') ?? ''}-${row.get('url_rewritten') ?? ''}.html`
        : null,
  },
  // Etsy's listing download names no address; a search within the shop finds the listing.
  {
    has: ['title', 'currency_code', 'image1'],
    link: (row) =>
      row.get('title') ? `?search_query=${encodeURIComponent(row.get('title') ?? '')}` : null,
  },
]

export const layoutOfColumns = (columns: readonly string[]): ShopExport | null => {
  const names = new Set(columns.map(normalizeColumnName))
  return SHOP_EXPORTS.find(({ has }) => has.every((name) => names.has(name))) ?? null
}

/** Columns of affiliate networks whose files have no header. */
const SHAREASALE =
  'id title merchant_id merchant link thumbnail image_link price old_price category subcategory description custom1 custom2 custom3 custom4 custom5 last_updated availability brand mpn merchant_category merchant_subcategory short_description isbn upc sku'
const RAKUTEN =
  'id title sku primary_category secondary_category product_url image_link buy_url short_description description discount discount_type sale_price retail_price begin_date end_date brand shipping keywords mpn manufacturer shipping_information availability upc class_id currency m1 pixel other product_form size material color gender style age_group'

/** The columns of a file that begins with an item instead of a header; null if it has a header. */
export const columnsWithoutHeader = (fields: readonly string[]): string[] | null => {
  if (fields[0]?.trim() === 'HDR') return RAKUTEN.split(' ')
  const isItem = fields.some((field) => /^https?:\/\/\S*shareasale\.com/i.test(field.trim()))
  return isItem ? SHAREASALE.split(' ') : null
}

/** Whether a line is Rakuten's first or last one, or an explanation in Meta's templates. */
export const isNoItem = (fields: readonly string[]): boolean =>
  /^(?:HDR|TRL)$/.test(fields[0] ?? '') || (fields[0] ?? '').startsWith('# ')

/** A variant with the values of its product filled in. `extra`: pictures and options, by attribute. */
export type VariantRow = { line: number; values: Map<string, string>; extra: [string, string][] }
type NumberedRow = { line: number; row: Row }

/** As many variants and pictures as Shopify allows a product. */
const MAX_ROWS = 2_400
/** By which variants name their product, in the languages of WooCommerce's administration. */
const SKU_COLUMNS = ['sku', 'artikelnummer', 'артикул']
/** Products that wait for the rows of their variants. */
const MAX_WAITING = 50_000

const OPTION_ROLES: readonly (readonly [RegExp, string])[] = [
  [
    /colou?r|farb[ea]|couleur|цвет|колір|kleur|colore|\bcor\b|kolor|renk|barva|szín|χρώμα|culoare/i,
    'color',
  ],
  [
    /size|größe|grösse|taille|talla|tamanho|taglia|maat|rozmiar|размер|розмір|beden|velikost|veľkosť|méret|μέγεθος|mărime/i,
    'size',
  ],
  [/materi[aá]l|materiał|metal|fabric|stoff|matière|материал/i, 'material'],
  [/gender|geschlecht|^пол$|стать|pohlav|płeć/i, 'gender'],
  [/\bage\b|age.?group|alter|возраст|^věk$|wiek/i, 'age_group'],
]

/** Which attribute an option of a product is, by the name that a shop gives it. */
export const optionRole = (name: string): string | undefined =>
  OPTION_ROLES.find(([pattern]) => pattern.test(name))?.[1]

/** Wix writes a colour as 'rgb(255, 192, 203):pink'. */
const optionValue = (text: string): string => text.replace(/^(?:#\w+|rgba?\([^)]*\)):/, '').trim()

const optionsOf = (product: Row, variant: Row, layout: VariantLayout): [string, string][] => {
  const named =
    layout.readOptions?.(variant) ??
    layout.options.map(
      ([name, value]) => [product.get(name) ?? '', variant.get(value) ?? ''] as const,
    )
  return named.flatMap(([name, text]) => {
    const role = optionRole(name)
    return role === undefined || text === ''
      ? []
      : text.split(';').map((part): [string, string] => [role, optionValue(part)])
  })
}

const variantOf = (
  product: NumberedRow,
  variant: NumberedRow,
  layout: VariantLayout,
  hasSiblings: boolean,
): VariantRow => {
  const values = new Map(product.row)
  for (const [name, value] of variant.row) {
    // A hidden product hides its variants, whatever they say themselves.
    const staysHidden = PUBLISHED_COLUMNS.has(name) && isHidden(values.get(name) ?? '')
    if (value !== '' && !staysHidden) values.set(name, value)
  }
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
    const pictures = all.flatMap(({ row }) => row.get(layout.picture ?? 'image_src') || [])
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
        for (const name of [layout.key, ...SKU_COLUMNS].map((column) => row.get(column)))
          if (name) waiting.set(name, entry)
        return []
      }
      const key = row.get(layout.key) ?? ''
      const isSame = layout.isStart
        ? !layout.isStart(row)
        : key !== '' && rows[0]?.row.get(layout.key) === key
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
