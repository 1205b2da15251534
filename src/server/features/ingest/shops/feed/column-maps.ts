/**
 * Which columns of a feed carry which attribute of Google's specification, best first. Every name
 * is compared in lower case, with spaces and dashes as underscores.
 */
export type ColumnMap = Readonly<Record<string, readonly string[]>>

/** Columns that need no map are those of a Google Merchant feed itself. */
export const GOOGLE_COLUMNS: ColumnMap = {}

export const AWIN_COLUMNS: ColumnMap = {
  id: ['merchant_product_id', 'product_id', 'aw_product_id'],
  title: ['product_name'],
  description: ['description', 'product_short_description'],
  // The tracked link comes first: it is the one the network allows.
  link: ['aw_deep_link', 'deep_link', 'merchant_deep_link'],
  canonical_link: ['merchant_deep_link'],
  image_link: ['large_image', 'merchant_image_url', 'aw_image_url', 'image_url'],
  additional_image_link: [
    'alternate_image',
    'alternate_image_two',
    'alternate_image_three',
    'alternate_image_four',
  ],
  price: ['search_price', 'store_price', 'price', 'display_price'],
  old_price: ['rrp_price', 'product_price_old', 'base_price'],
  currency: ['currency'],
  availability: ['in_stock', 'stock_status', 'is_for_sale'],
  condition: ['condition'],
  brand: ['brand_name'],
  gtin: ['product_gtin', 'ean', 'upc', 'isbn'],
  mpn: ['mpn', 'model_number'],
  google_product_category: ['google_taxonomy'],
  product_type: ['merchant_product_category_path', 'merchant_category', 'category_name'],
  color: ['fashion:colour', 'colour', 'color'],
  material: ['fashion:material', 'material'],
  pattern: ['fashion:pattern', 'pattern'],
  size: ['fashion:size', 'size'],
  gender: ['fashion:suitable_for', 'suitable_for'],
  item_group_id: ['parent_product_id'],
}

export const CJ_COLUMNS: ColumnMap = {
  id: ['id', 'sku', 'catalog_id'],
  title: ['title', 'name', 'product_name'],
  description: ['description'],
  link: ['buy_url', 'buyurl', 'link', 'url'],
  canonical_link: ['link'],
  image_link: ['image_link', 'image_url', 'imageurl'],
  additional_image_link: ['additional_image_link'],
  price: ['price', 'retail_price'],
  sale_price: ['sale_price', 'saleprice'],
  currency: ['currency'],
  availability: ['availability', 'in_stock', 'instock'],
  condition: ['condition'],
  brand: ['brand', 'manufacturer', 'manufacturer_name'],
  gtin: ['gtin', 'upc', 'ean', 'isbn'],
  mpn: ['mpn', 'manufacturer_id', 'manufacturer_sku'],
  google_product_category: ['google_product_category', 'google_product_category_id'],
  product_type: ['product_type', 'advertiser_category', 'advertisercategory'],
  color: ['color'],
  material: ['material'],
  pattern: ['pattern'],
  size: ['size'],
  gender: ['gender'],
  item_group_id: ['item_group_id'],
}

export const columnName = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** The map that fits a file's header. */
export const columnMapFor = (columns: readonly string[]): ColumnMap => {
  const names = new Set(columns.map(columnName))
  if (names.has('aw_product_id') || names.has('aw_deep_link') || names.has('merchant_product_id'))
    return AWIN_COLUMNS
  if (names.has('buy_url') || names.has('buyurl') || names.has('program_name')) return CJ_COLUMNS
  return GOOGLE_COLUMNS
}
