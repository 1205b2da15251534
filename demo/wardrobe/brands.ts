export const BRAND_DEPARTMENTS = [
  'clothing',
  'outerwear',
  'footwear',
  'bags',
  'jewelry',
  'accessories',
  'other',
] as const
export type Department = (typeof BRAND_DEPARTMENTS)[number]
export type Brand = {
  name: string
  currency: '$' | '€' | '£' | 'CHF' | '¥'
  /** Price level; 1 is the high street. */ tier: number
  sells: readonly Department[]
}
const brand = (
  name: string,
  currency: Brand['currency'],
  tier: number,
  ...sells: Department[]
): Brand => ({ name, currency, tier, sells })

/** Invented brands. Their shops are under example.com, which is reserved. */
export const BRANDS: readonly Brand[] = [
  brand('Maison Varenne', '€', 3.2, 'clothing', 'outerwear', 'bags'),
  brand('Oslo & Fjord', '€', 1.8, 'clothing', 'outerwear'),
  brand('Atelier Numa', '€', 2.6, 'clothing', 'outerwear'),
  brand('Casa Brisa', '€', 1.3, 'clothing', 'accessories'),
  brand('Kumo Works', '¥', 1.9, 'clothing', 'outerwear', 'accessories'),
  brand('Harrow Lane', '£', 2.1, 'clothing', 'outerwear'),
  brand('Petit Orage', '€', 1.5, 'clothing'),
  brand('Juniper Mill', '$', 1.2, 'clothing', 'outerwear'),
  brand('Northbound Supply', '$', 1.1, 'clothing', 'outerwear', 'accessories'),
  brand('Halden Row', '£', 2.8, 'clothing', 'outerwear'),
  brand('Solenne', '€', 2.2, 'clothing'),
  brand('Fable & Thread', '$', 1.0, 'clothing'),
  brand('Marisol Vega Studio', '$', 1.7, 'clothing', 'outerwear'),
  brand('Third Avenue Denim', '$', 1.1, 'clothing', 'outerwear'),
  brand('Okapi Linen', '$', 1.2, 'clothing'),
  brand('Lindqvist', '€', 2.4, 'clothing', 'outerwear'),
  brand('Bellweather', '$', 1.4, 'clothing', 'outerwear'),
  brand('Rue Dix-Sept', '€', 1.9, 'clothing'),
  brand('Tidewater Knits', '£', 1.4, 'clothing', 'accessories'),
  brand('Adaeze', '$', 2.0, 'clothing'),
  brand('Nakshatra House', '$', 1.6, 'clothing'),
  brand('Grand Volant', 'CHF', 3.0, 'clothing', 'outerwear'),
  brand('Sunday Ledger Co.', '$', 0.9, 'clothing'),
  brand('Fieldstone Athletic', '$', 1.0, 'clothing', 'footwear'),
  brand('Corso Pellegri', '€', 2.4, 'footwear', 'bags'),
  brand('Stride Theory', '$', 1.3, 'footwear'),
  brand('Ashby & Thorne', '£', 2.0, 'footwear', 'accessories'),
  brand('Lumen Footwear', '$', 1.1, 'footwear'),
  brand('Zapatería Luna', '€', 1.5, 'footwear'),
  brand('Vireo', '$', 1.6, 'footwear', 'bags'),
  brand('Koto Sneaker Lab', '¥', 1.4, 'footwear'),
  brand('Palazzina', '€', 2.9, 'footwear', 'bags'),
  brand('Cobblestone', '£', 1.2, 'footwear'),
  brand('Marlowe Leather', '$', 1.9, 'bags', 'accessories'),
  brand('Sac Céleste', '€', 2.7, 'bags'),
  brand('Carryall Union', '$', 1.0, 'bags'),
  brand('Ondine', '€', 2.1, 'bags', 'jewelry'),
  brand('Hemlock & Hide', '£', 1.7, 'bags', 'accessories'),
  brand('Paper Crane', '$', 1.1, 'bags', 'other'),
  brand('Aurelia Fine', '$', 2.2, 'jewelry'),
  brand('Goldfinch & Co.', '£', 1.5, 'jewelry'),
  brand('Pebble & Tide', '$', 0.9, 'jewelry'),
  brand('Orfèvre Saint-Clair', '€', 3.1, 'jewelry'),
  brand('Zariyah', '$', 1.4, 'jewelry'),
  brand('Tessellate', '€', 1.3, 'jewelry', 'accessories'),
  brand('Meridian Watchmakers', 'CHF', 3.0, 'jewelry', 'accessories'),
  brand('Helio Optics', '$', 1.4, 'accessories'),
  brand('Nouvelle Vue', '€', 1.8, 'accessories'),
  brand('Brim & Crown', '£', 1.3, 'accessories'),
  brand('The Scarf Room', '£', 1.2, 'accessories'),
  brand('Loop & Buckle', '$', 1.0, 'accessories'),
  brand('Evergreen Goods', '$', 0.9, 'accessories', 'other'),
  brand('Signal & Sound', '$', 1.5, 'other'),
  brand('Everyday Object', '$', 0.9, 'other'),
  brand('Parapluie Margaux', '€', 1.4, 'other'),
  brand('Obscura Works', '$', 2.0, 'other'),
]

export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
