import { describe, expect, it } from 'vitest'
import { AFFILIATE_FORMS, type AffiliateRule, buildOutgoingLink } from './outgoing-link.ts'

const AMAZON: AffiliateRule = {
  host: 'amazon.de',
  person: null,
  ...AFFILIATE_FORMS.amazon.ruleOf({ tag: 'site-21' }),
}
const ADA: AffiliateRule = {
  host: 'amazon.de',
  person: 'Ada Lune',
  ...AFFILIATE_FORMS.amazon.ruleOf({ tag: 'ada-21' }),
}
const AWIN: AffiliateRule = {
  host: 'shop.example',
  person: null,
  ...AFFILIATE_FORMS.awin.ruleOf({ merchant: '12', publisher: '34' }),
}
const RULES = [AMAZON, ADA, AWIN]

describe('a link with a rule', () => {
  it.each<[string, string, string | null]>([
    ['https://www.amazon.de/dp/B01', 'https://www.amazon.de/dp/B01?tag=site-21', null],
    ['https://amazon.de/dp/B01?th=1#top', 'https://amazon.de/dp/B01?th=1&tag=site-21#top', null],
    ['https://amazon.de/dp/B01?tag=other&a=b', 'https://amazon.de/dp/B01?tag=site-21&a=b', null],
    ['https://m.amazon.de/x?q=a%20b', 'https://m.amazon.de/x?q=a%20b&tag=site-21', null],
    ['https://amazon.de/dp/B01', 'https://amazon.de/dp/B01?tag=ada-21', 'Ada Lune'],
    ['https://amazon.de/dp/B01', 'https://amazon.de/dp/B01?tag=site-21', 'Bo Tide'],
    [
      'https://shop.example/a?b=c&d=$&',
      'https://www.awin1.com/cread.php?awinmid=12&awinaffid=34&ued=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d%3D%24%26',
      null,
    ],
  ])('%s becomes %s for %s, and says that it is an ad', (link, href, person) => {
    expect(buildOutgoingLink(link, { rules: RULES, person })).toEqual({
      href,
      rel: 'noopener nofollow sponsored',
      isAd: true,
    })
  })
})

describe('a plain link', () => {
  it.each([
    'https://notamazon.de/dp/B01',
    'https://amazon.de.evil.example/dp/B01',
    'https://other.example/?u=https://amazon.de',
    'ftp://amazon.de/x',
    'https://',
    '',
  ])('%s stays as it is and is no ad', (link) => {
    expect(buildOutgoingLink(link, { rules: RULES })).toEqual({
      href: link,
      rel: 'noopener nofollow',
      isAd: false,
    })
  })

  it('leads to our own page if the shop is invented: it pays nobody', () => {
    const rules = [{ ...AMAZON, host: 'example.com' }]
    const link = buildOutgoingLink('https://maison-ada.example.com/coat', { rules, pageId: '7' })
    expect(link).toMatchObject({ href: '/demo-shop/maison-ada?product=7', isAd: false })
    expect(link.rel).not.toContain('sponsored')
  })

  it('is every link of a site without rules', () => {
    expect(buildOutgoingLink('https://amazon.de/dp/B01', { rules: [] }).rel).not.toContain(
      'sponsored',
    )
  })
})

it('prefers the rule of a subdomain to that of its domain', () => {
  const outlet: AffiliateRule = {
    host: 'outlet.amazon.de',
    person: null,
    kind: 'wrap',
    address: 'https://w.example/?u={url}',
  }
  expect(
    buildOutgoingLink('https://outlet.amazon.de/x', { rules: [AMAZON, outlet] }).href,
  ).toContain('w.example')
})
