import { parsePrice } from '#shared/domain/price.ts'
import { type FeedSink, type RawItem, RawItemBuilder } from './feed-item.ts'

/**
 * The columns or elements that carry each attribute of Google's product data specification, best first, as
 * `normalizeColumnName` spells them. One list serves all formats: Google and Meta, Awin, CJ, Yandex, ShareASale,
 * Rakuten, Etsy and the columns of other shops.
 */
const NAMES = {
  id: 'merchant_product_id id product_id aw_product_id sku variant_sku sku_number productid item_id offer_id listing_id catalog_id артикул код artikelnummer art_nr referencia référence código codice kod handleid unique_merchant_sku catalogitemid sku_id uniqueid',
  title:
    'title product_name name product_title productname item_name item_title model titel produktname bezeichnung artikelbezeichnung nom titre nombre título nome naam nazwa название наименование имя назва ürün_adı 商品名 name_* název název_produktu názov megnevezés terméknév όνομα denumire',
  description:
    'description product_description body_(html) body_html desc long_description product_short_description short_description beschreibung kurzbeschreibung descripción descrição descrizione omschrijving opis описание короткое_описание опис popis leírás summary περιγραφή descriere opis_produktu',
  // A network's tracked link comes first: it is the one that the network allows.
  link: 'aw_deep_link deep_link buy_url buyurl link product_url url product_link productlink producturl page_url item_url listing_url permalink loc ссылка lien enlace merchant_deep_link mobile_link mobile_url canonical_link odkaz url_produktu adres_url hivatkozás',
  canonical_link: 'canonical_link merchant_deep_link link product_url url permalink',
  image_link:
    'large_image image_link merchant_image_url image_url imageurl image_src bigimage fullimage product_image_url productimageurl main_image primary_image image images picture pictures photo picture_url aw_image_url image1 bild bild_url bilder imágenes imagen imagens immagine afbeelding zdjęcie изображение изображения картинка фото mainimage imgurl main obrázek obrázok zdjęcia kép image_urls_(x,y,z...) hosted_image_urls image_url_(import)',
  additional_image_link:
    'additional_image_link alternate_image alternate_image_two alternate_image_three alternate_image_four alternate_images all_images additional_images gallery gallery_urls image2 image3 image4 image5 image6 image7 image8 image9 image10 imgurl_alternative i additionalimage additional_imageurl additional_image_urls',
  price:
    'current_price currentprice search_price store_price price variant_price regular_price retail_price price_usd price_num base_price preis verkaufspreis prix precio preço prezzo prijs cena цена базовая_цена regulärer_preis precio_normal ціна fiyat 価格 priceruah display_price cost price_vat price_with_vat ár árak preț τιμή price_tax_included price_tax_excluded',
  sale_price:
    'sale_price saleprice discounted_price special_price discount_price angebotspreis prix_promo precio_rebajado цена_распродажи акционная_цена cena_promocyjna akciós_ár',
  sale_price_effective_date: 'sale_price_effective_date',
  currency:
    'currency currencyid currency_code pricecurrency price_currency währung devise moneda валюта měna mena waluta pénznem',
  availability:
    'availability in_stock instock in_stock? available stock_status is_for_sale inventory variant_inventory_qty quantity qty stock stock_quantity lagerbestand vorrätig? ¿existencias? verfügbarkeit disponibilité disponibilidad в_наличии? наличие наявність avail stockavailability stock_availability current_stock dostupnost dostępność elérhetőség',
  quantity:
    'quantity_to_sell_on_facebook quantity_to_sell_on_meta variant_inventory_qty stock_quantity quantity qty inventory current_stock lagerbestand stock',
  shipping:
    'shipping shipping(country:price) shipping_price shipping_cost shipping_costs delivery_cost delivery_costs delivery_price deliverycosts versandkosten frais_de_port frais_de_livraison gastos_de_envío costi_di_spedizione koszt_dostawy koszty_wysyłki verzendkosten cena_dopravy local_delivery_cost',
  condition: 'condition zustand état estado состояние',
  brand:
    'brand brand_name vendor manufacturer manufacturer_name maker designer marke hersteller marque marca merk marka бренд производитель producent výrobce značka výrobca gyártó κατασκευαστής',
  gtin: 'gtin product_gtin ean barcode variant_barcode upc isbn universal_product_code gtin_ean ean13 штрихкод gtin,_upc,_ean,_or_isbn kod_ean kod_producenta_ean',
  mpn: 'mpn vendorcode model_number manufacturer_id manufacturer_sku manufacturer_part_number partnumber part_number productno kod_producenta reference_# supplier_reference_#',
  google_product_category:
    'google_product_category google_product_category_id google_taxonomy google_shopping_/_google_product_category fb_product_category product_category',
  product_type:
    'product_type merchant_product_category_path merchant_category advertiser_category advertisercategory categories category category_name product_category_path type primary_category categoryid collection kategorie kategorien warengruppe catégorie catégories categoría categorías categoria categorie kategoria категория категории categorytext kategorie_produktu kategória cat κατηγορία categories_(x,y,z...)',
  color:
    'color fashion:colour colour farbe couleur cor colore kleur kolor цвет колір renk google_shopping_/_color barva farba szín χρώμα culoare colors',
  material:
    'material materials fashion:material fabric matière materiale materiaal materiał материал матеріал materiál anyag',
  pattern: 'pattern fashion:pattern muster motif',
  size: 'size fashion:size sizes größe taille talla tamanho taglia maat rozmiar размер розмір beden velikost veľkosť méret μέγεθος mărime',
  gender:
    'gender fashion:suitable_for suitable_for geschlecht genre género genere geslacht пол стать google_shopping_/_gender pohlaví pohlavie nem płeć',
  age_group: 'age_group agegroup altersgruppe возраст google_shopping_/_age_group',
  item_group_id:
    'item_group_id group_id parent_product_id parent_sku parent_id itemgroup_id parent_unique_id parentsku',
  is_bundle: 'is_bundle',
  multipack: 'multipack',
  published:
    'status published visible is_visible product_visible? visibility visibility_in_catalog sichtbarkeit_im_katalog visibilidad_en_el_catálogo видимость_в_каталоге active active_(0/1) опубликован veröffentlicht publicado enabled',
} as const
export type Attribute = keyof typeof NAMES
export const ATTRIBUTES = Object.keys(NAMES) as Attribute[]

/**
 * The column that the operator assigned to an attribute, or a template such as `/p/{handle}`. Empty if no
 * column has the attribute, whatever its name.
 */
export type ColumnMap = Readonly<Partial<Record<Attribute, string>>>

export const normalizeColumnName = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replace(/^\uFEFF/, '')
    .replace(/^g:/, '')
    .replaceAll(/[\s-]+/g, '_')

type Candidate = { attribute: Attribute; rank: number }
const CANDIDATES = new Map<string, Candidate[]>()
for (const attribute of ATTRIBUTES)
  for (const [rank, name] of NAMES[attribute].split(' ').entries())
    CANDIDATES.set(name, [...(CANDIDATES.get(name) ?? []), { attribute, rank }])

/** Attributes whose values may be spread over several columns. */
const MULTI_VALUE = new Set<Attribute>(['additional_image_link', 'published'])
/** The columns by which shop systems hide a product. */
export const PUBLISHED_COLUMNS: ReadonlySet<string> = new Set(NAMES.published.split(' '))
/** A column that the operator chose ranks before every guess. */
const OPERATOR_RANK = -1

/** Turns values under a feed's own column names into an item with Google's attributes. */
export const createColumnReader = (map: ColumnMap = {}) => {
  const candidates = new Map(CANDIDATES)
  const templates: [attribute: string, template: string][] = []
  const absent = new Set<string>()
  for (const [attribute, column] of Object.entries(map)) {
    if (column === '') {
      absent.add(attribute)
      continue
    }
    if (column.includes('{')) {
      templates.push([attribute, column])
      continue
    }
    const name = normalizeColumnName(column)
    candidates.set(name, [
      ...(candidates.get(name) ?? []),
      { attribute: attribute as Attribute, rank: OPERATOR_RANK },
    ])
  }
  return (
    line: number,
    values: Iterable<readonly [name: string, texts: readonly string[]]>,
  ): RawItem => {
    const item = new RawItemBuilder(line)
    const best = new Map<Attribute, { rank: number; texts: readonly string[] }>()
    const others: (readonly [string, readonly string[]])[] = []
    for (const [name, texts] of values) {
      if (texts.every((text) => text.trim() === '')) continue
      const targets = candidates.get(name)
      if (!targets) others.push([name, texts])
      for (const { attribute, rank } of targets ?? [])
        if (absent.has(attribute)) continue
        else if (MULTI_VALUE.has(attribute)) others.push([attribute, texts])
        else if (rank < (best.get(attribute)?.rank ?? Infinity))
          best.set(attribute, { rank, texts })
    }
    const filled = templates.length > 0 ? new Map(values) : null
    for (const [attribute, template] of templates) {
      const fill = (_: string, name: string) => filled?.get(normalizeColumnName(name))?.[0] ?? ''
      const text = template.replaceAll(/\{([^}]+)\}/g, fill)
      best.set(attribute as Attribute, { rank: OPERATOR_RANK, texts: [text] })
    }
    // Attributes that we use come first, because an item can hold only some hundred.
    for (const [attribute, { texts }] of best) for (const text of texts) item.add(attribute, text)
    for (const [name, texts] of others) for (const text of texts) item.add(name, text)
    return item.build()
  }
}

/** Values under the names that a feed uses. */
export type NamedValues = {
  line: number
  values: Iterable<readonly [name: string, texts: readonly string[]]>
}

/** Rows from which the content of unknown columns is guessed. */
export const SAMPLES = 50

/** Reads formats without a header: the first batch shows which names there are. */
export const createSampledReader = (sink: FeedSink, operatorMap: ColumnMap = {}) => {
  let read: ReturnType<typeof createColumnReader> | null = null
  return (rows: readonly NamedValues[]): RawItem[] => {
    if (!read) {
      const samples = rows
        .slice(0, SAMPLES)
        .map(({ values }) =>
          Object.fromEntries(Array.from(values, ([name, [text = '']]) => [name, text])),
        )
      const columns = [...new Set(samples.flatMap((sample) => Object.keys(sample)))]
      const { map, guessed } = proposeColumns(columns, samples)
      sink.onColumns?.(columns, { ...map, ...operatorMap })
      read = createColumnReader({ ...guessed, ...operatorMap })
    }
    const readRow = read
    return rows.map(({ line, values }) => readRow(line, values))
  }
}

const columnsByName = (columns: readonly string[]): ColumnMap => {
  const best: Partial<Record<Attribute, { rank: number; column: string }>> = {}
  for (const column of columns)
    for (const { attribute, rank } of CANDIDATES.get(normalizeColumnName(column)) ?? [])
      if (rank < (best[attribute]?.rank ?? Infinity)) best[attribute] = { rank, column }
  return Object.fromEntries(
    Object.entries(best).map(([attribute, { column }]) => [attribute, column]),
  )
}

const PICTURE = /\.(?:jpe?g|png|webp|gif|avif)(?:$|[?#])|\/images?\//i
const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)
/** Recognize the columns of required attributes by their values. */
const VALUE_TESTS: readonly [Attribute, (text: string) => boolean][] = [
  ['image_link', (text) => isAddress(text) && PICTURE.test(text)],
  ['link', (text) => isAddress(text) && !PICTURE.test(text)],
  [
    'price',
    (text) =>
      text.length < 20 &&
      /\d[.,]\d\d\b|[^\d\s.,]/.test(text) &&
      !/\p{L}{4}/u.test(text) &&
      parsePrice(text) !== null,
  ],
  ['title', (text) => !isAddress(text) && /\p{L}{2}.*\s\S/u.test(text) && text.length < 200],
]
const MIN_SHARE = 0.8

/** Assigns the columns of an unknown file by their names, or else (`guessed`) by their values. */
export const proposeColumns = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): { map: ColumnMap; guessed: ColumnMap } => {
  const byName = columnsByName(columns)
  const guessed: Partial<Record<Attribute, string>> = {}
  const usedColumns = new Set(Object.values(byName))
  for (const [attribute, fits] of VALUE_TESTS) {
    if (byName[attribute] !== undefined) continue
    const column = columns.find((name) => {
      const values = rows.map((row) => row[name] ?? '').filter((value) => value !== '')
      return (
        !usedColumns.has(name) &&
        values.length > 0 &&
        values.filter(fits).length >= values.length * MIN_SHARE
      )
    })
    if (column === undefined) continue
    guessed[attribute] = column
    usedColumns.add(column)
  }
  return { map: { ...byName, ...guessed }, guessed }
}
