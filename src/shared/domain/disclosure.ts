/** What a publisher got for a look. Consumer law asks that everybody who sees it is told. */
export const DISCLOSURES = ['gifted', 'paid', 'affiliate'] as const
export type Disclosure = (typeof DISCLOSURES)[number]

export const DISCLOSURE_LABELS: Readonly<Record<Disclosure, string>> = {
  gifted: 'Gifted',
  paid: 'Paid partnership',
  affiliate: 'Affiliate links',
}
