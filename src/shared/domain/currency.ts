/** Every code of ISO 4217 that this runtime knows. */
const CODES = new Set(Intl.supportedValuesOf('currency'))

/** The current ISO 4217 code, or null. Shops still write outdated ones such as RUR, NIS and RMB. */
export const parseCurrencyCode = (text: string): string | null => {
  const code = text.trim().toUpperCase()
  const current = OUTDATED_CODES[code] ?? code
  return CODES.has(current) ? current : null
}

const OUTDATED_CODES: Readonly<Record<string, string>> = {
  RUR: 'RUB',
  BYR: 'BYN',
  NIS: 'ILS',
  RMB: 'CNY',
  UKP: 'GBP',
  KSH: 'KES',
  DHS: 'AED',
}

/** Codes that are also English words ('TOP 20', 'ALL 5'): they count only beside a bare amount. */
const WORDS = new Set('ALL TOP CUP MOP GEL PEN BAM SOS LAK ANG MAD'.split(' '))

/** Currencies with three decimals: '12.500' is twelve and a half. */
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
/** Currencies without decimals. */
const NO_DECIMALS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)
export const hasThreeDecimals = (currency: string | null): boolean =>
  currency !== null && THREE_DECIMALS.has(currency)

/** How many decimals its prices have. */
export const countDecimals = (currency: string): number => {
  if (THREE_DECIMALS.has(currency)) return 3
  return NO_DECIMALS.has(currency) ? 0 : 2
}

/** Rounded to the smallest coin, so that reading a price twice gives the same amount. */
export const roundAmount = (amount: number, currency: string): number => {
  const units = 10 ** countDecimals(currency)
  return Math.round(amount * units) / units
}

/** A bare '$' means USD; these prefixes mean other dollars. */
const DOLLARS: Readonly<Record<string, string>> = {
  US: 'USD',
  C: 'CAD',
  CA: 'CAD',
  CAD: 'CAD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  SG: 'SGD',
  R: 'BRL',
  NT: 'TWD',
  MX: 'MXN',
  MEX: 'MXN',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  COL: 'COP',
  TT: 'TTD',
  JM: 'JMD',
  J: 'JMD',
  BZ: 'BZD',
  FJ: 'FJD',
  N: 'NAD',
}

/** Symbols that name a currency anywhere in a price. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₴': 'UAH',
  '₽': 'RUB',
  '₺': 'TRY',
  '₫': 'VND',
  '₦': 'NGN',
  '₱': 'PHP',
  '฿': 'THB',
  '₪': 'ILS',
  '₡': 'CRC',
  '₲': 'PYG',
  '₵': 'GHS',
  '₸': 'KZT',
  '₾': 'GEL',
  '₼': 'AZN',
  '֏': 'AMD',
  '৳': 'BDT',
  '៛': 'KHR',
  '₮': 'MNT',
  元: 'CNY',
  円: 'JPY',
  원: 'KRW',
  'د.إ': 'AED',
  'ر.س': 'SAR',
  'ر.ع': 'OMR',
  'ر.ق': 'QAR',
  'د.ك': 'KWD',
  'د.ب': 'BHD',
  'د.ا': 'JOD',
  'د.أ': 'JOD',
  'ج.م': 'EGP',
  'د.م': 'MAD',
  'د.ت': 'TND',
  'S/': 'PEN',
  '¥': 'JPY',
  '￥': 'JPY',
  $: 'USD',
}

/**
 * Local short forms. 'kr' and 'Rs' are missing because several countries use them: there the shop's own
 * currency decides.
 */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  грн: 'UAH',
  руб: 'RUB',
  р: 'RUB',
  тг: 'KZT',
  лв: 'BGN',
  дин: 'RSD',
  ден: 'MKD',
  ksh: 'KES',
  kshs: 'KES',
  tsh: 'TZS',
  ush: 'UGX',
  tl: 'TRY',
  zł: 'PLN',
  zl: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  din: 'RSD',
  km: 'BAM',
  sr: 'SAR',
  qr: 'QAR',
  jd: 'JOD',
  kd: 'KWD',
  bd: 'BHD',
  dhs: 'AED',
  rm: 'MYR',
  rp: 'IDR',
  r: 'ZAR',
  fcfa: 'XOF',
  cfa: 'XOF',
  fr: 'CHF',
  sfr: 'CHF',
  le: 'EGP',
  vnđ: 'VND',
  đ: 'VND',
}

const BARE_AMOUNT = /^[^\p{L}\d]*(\p{Lu}{3})?[^\p{L}\d]*\d[\d.,'’\s]*(\p{Lu}{3})?[^\p{L}\d]*$/u

/** The currency that a price names, by code, sign or local short form. */
export const findCurrency = (text: string): string | null => {
  const isBare = BARE_AMOUNT.test(text)
  const findCode = (word: string) =>
    isBare || !WORDS.has(word.toUpperCase()) ? parseCurrencyCode(word) : null
  for (const [, word = ''] of text.matchAll(/(?<!\p{L})(\p{Lu}{3})(?!\p{L})/gu)) {
    const code = findCode(word)
    if (code) return code
  }
  const dollar = DOLLARS[/(?<!\p{L})(\p{Lu}{1,3})\$/u.exec(text)?.[1] ?? '']
  if (dollar) return dollar
  const sign = Object.keys(SIGNS).find((symbol) => text.includes(symbol))
  if (sign) return SIGNS[sign] ?? null
  // Only beside digits, because a price may be a sentence.
  const [, before, after] =
    /(?:(?<!\p{L})(\p{L}{1,4})\.?\s?(?=\d))|(?:(?<=\d)\s?(\p{L}{1,4})(?!\p{L}))/u.exec(text) ?? []
  const word = (before ?? after)?.toLowerCase() ?? ''
  return SHORT_FORMS[word] ?? findCode(word)
}
