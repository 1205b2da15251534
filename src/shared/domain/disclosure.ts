import { DISCLOSURE_TEXT } from '#shared/look-messages.ts'

/** What a publisher got for a look. Consumer law asks that everybody who sees it is told. */
export const DISCLOSURES = ['gifted', 'paid', 'affiliate'] as const
export type Disclosure = (typeof DISCLOSURES)[number]

/** What already the picture of a look in a list has to say; links are labelled one by one. */
export const describeAdvertising = (disclosures: readonly Disclosure[] = []): string =>
  disclosures
    .filter((disclosure) => disclosure !== 'affiliate')
    .map((disclosure) => DISCLOSURE_TEXT[disclosure])
    .join(' · ')
