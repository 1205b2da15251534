const LENGTHS = new Set([8, 12, 13, 14])

/**
 * A global trade item number as 14 digits, or null if the text is none. Numbers a shop may assign
 * itself (prefixes 2, 02 and 04) identify nothing outside that shop.
 */
export const gtinFrom = (text: string | undefined): string | null => {
  const digits = (text ?? '').replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits) || !LENGTHS.has(digits.length) || /^0+$/.test(digits)) return null
  const gtin = digits.padStart(14, '0')
  if (!hasCheckDigit(gtin)) return null
  if (digits.length !== 8 && /^(?:02|002|004)/.test(gtin)) return null
  return gtin
}

const hasCheckDigit = (gtin: string): boolean => {
  const sum = gtin
    .split('')
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}
