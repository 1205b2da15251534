import { paths } from '#shared/paths.ts'
import { isHttpLink, parseDemoShop, parseHost } from './links.ts'

/** How links to a shop are changed so that the shop can attribute the visit to this site. */
export type AffiliateRule = {
  /** The shop's host without 'www.'; includes its subdomains. */
  host: string
  /** Applies only to what this person wears; null: to everything. */
  person: string | null
} & (
  | { kind: 'parameter'; name: string; value: string }
  /** `{url}` stands for the link to the product. */
  | { kind: 'wrap'; address: string }
)

export const LINK_PLACEHOLDER = '{url}'

type OutgoingLink = {
  href: string
  rel: string
  /** The shop pays for the visit, which the link's text and accessible name must say. */
  isAd: boolean
}

const PLAIN_REL = 'noopener nofollow'
const AD_REL = 'noopener nofollow sponsored'

/** The nearest rule: one for the person before one for all, a subdomain's before its domain's. */
const findRule = (
  host: string,
  rules: readonly AffiliateRule[],
  person: string | null,
): AffiliateRule | undefined =>
  rules
    .filter(
      (rule) =>
        (rule.host === host || host.endsWith(`.${rule.host}`)) &&
        (rule.person === null || rule.person === person),
    )
    .toSorted(
      (a, b) =>
        Number(b.person !== null) - Number(a.person !== null) || b.host.length - a.host.length,
    )[0]

const addParameter = (link: string, name: string, value: string): string => {
  const url = new URL(link)
  // `searchParams.set` re-encodes all parameters, which some shops do not understand.
  if (url.searchParams.has(name)) {
    url.searchParams.set(name, value)
    return url.href
  }
  const parameter = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  url.search = url.search.length > 1 ? `${url.search}&${parameter}` : `?${parameter}`
  return url.href
}

const applyRule = (link: string, rule: AffiliateRule): string =>
  rule.kind === 'parameter'
    ? addParameter(link, rule.name, rule.value)
    : rule.address.replaceAll(LINK_PLACEHOLDER, () => encodeURIComponent(link))

type Context = {
  rules: readonly AffiliateRule[]
  /** Who wears it. */
  person?: string | null | undefined
  /** The id of the product's page in the catalogue. */
  pageId?: string | undefined
}

/**
 * How every link to a shop is written, in pages, feeds and embeds: with the rule of its shop, and marked
 * as an ad exactly if there is one.
 */
export const buildOutgoingLink = (
  link: string,
  { rules, person = null, pageId }: Context,
): OutgoingLink => {
  const demoShop = parseDemoShop(link)
  // The domains of demo shops do not exist, so our own page shows the product instead.
  if (demoShop !== null)
    return { href: paths.demoShop.href(demoShop, pageId), rel: PLAIN_REL, isAd: false }
  const host = isHttpLink(link) ? parseHost(link) : null
  const rule = host === null ? undefined : findRule(host.replace(/^www\./, ''), rules, person)
  return rule
    ? { href: applyRule(link, rule), rel: AD_REL, isAd: true }
    : { href: link, rel: PLAIN_REL, isAd: false }
}

/** Forms for administrators: their fields, and the rule that they make. */
export const AFFILIATE_FORMS = {
  amazon: {
    fields: ['tag'],
    ruleOf: ({ tag = '' }) => ({ kind: 'parameter', name: 'tag', value: tag }),
  },
  awin: {
    fields: ['merchant', 'publisher'],
    ruleOf: ({ merchant = '', publisher = '' }) => ({
      kind: 'wrap',
      address: `https://www.awin1.com/cread.php?awinmid=${encodeURIComponent(merchant)}&awinaffid=${encodeURIComponent(publisher)}&ued=${LINK_PLACEHOLDER}`,
    }),
  },
  parameter: {
    fields: ['name', 'value'],
    ruleOf: ({ name = '', value = '' }) => ({ kind: 'parameter', name, value }),
  },
  wrap: {
    fields: ['address'],
    ruleOf: ({ address = '' }) => ({ kind: 'wrap', address }),
  },
} as const satisfies Record<
  string,
  {
    fields: readonly string[]
    ruleOf: (
      values: Record<string, string | undefined>,
    ) => { kind: 'parameter'; name: string; value: string } | { kind: 'wrap'; address: string }
  }
>
export type AffiliateForm = keyof typeof AFFILIATE_FORMS
