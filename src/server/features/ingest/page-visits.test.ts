import { describe, expect, it } from 'vitest'
import { parseRobots } from './page-visits.ts'

const allowed = (text: string, path: string) => parseRobots(text, 'wearabouts').isAllowed(path)

describe('robots.txt (RFC 9309)', () => {
  it.each([
    ['nothing is forbidden without a word', '', '/p/1', true],
    ['a group for all counts', 'User-agent: *\nDisallow: /p', '/p/1', false],
    ['only the beginning of a path counts', 'User-agent: *\nDisallow: /p', '/x/p', true],
    ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', '/p', true],
    [
      'our own group counts instead',
      'User-agent: *\nDisallow: /\n\nUser-agent: Wearabouts\nDisallow: /cart',
      '/p',
      true,
    ],
    ['our name is not a part of another', 'User-agent: wear\nDisallow: /', '/p', true],
    [
      'names have no case, and may have a version',
      'USER-AGENT: WEARABOUTS/2.0\nDISALLOW: /p',
      '/p',
      false,
    ],
    [
      'several names share a group',
      'User-agent: a\nUser-agent: wearabouts\nDisallow: /p',
      '/p',
      false,
    ],
    [
      'several groups for us are one',
      'User-agent: wearabouts\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: wearabouts\nDisallow: /p',
      '/p',
      false,
    ],
    [
      'a rule before any group counts for nobody',
      'Disallow: /\nUser-agent: *\nDisallow: /a',
      '/p',
      true,
    ],
    [
      'a sitemap does not end a group',
      'User-agent: *\nSitemap: https://a.example/s.xml\nDisallow: /p',
      '/p',
      false,
    ],
    [
      'the longest rule decides',
      'User-agent: *\nDisallow: /p\nAllow: /p/public',
      '/p/public/1',
      true,
    ],
    ['also if it forbids', 'User-agent: *\nAllow: /p\nDisallow: /p/private', '/p/private/1', false],
    ['of equals the one that allows', 'User-agent: *\nDisallow: /p\nAllow: /p', '/p', true],
    ['a star is anything', 'User-agent: *\nDisallow: /*/print', '/shop/12/print', false],
    ['a star may be nothing', 'User-agent: *\nDisallow: /p*', '/p', false],
    ['a dollar is the end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
    ['and only the end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
    ['a dollar after an exact path', 'User-agent: *\nDisallow: /p$', '/p/1', true],
    ['overlapping ends do not match twice', 'User-agent: *\nDisallow: /aba*ba$', '/aba', true],
    ['queries count', 'User-agent: *\nDisallow: /*?sort=', '/p?sort=price', false],
    ['comments do not', 'User-agent: * # all\nDisallow: /p # private', '/p', false],
    ['encoded and plain are the same', 'User-agent: *\nDisallow: /f%6f%6F/ä', '/foo/%C3%A4', false],
    ['encoded slashes are not slashes', 'User-agent: *\nDisallow: /a%2fb', '/a/b', true],
    ['case matters in paths', 'User-agent: *\nDisallow: /P', '/p', true],
    [
      'line ends of any kind, and a BOM',
      '\uFEFFUser-agent: *\r\nDisallow: /a\rDisallow: /p',
      '/p',
      false,
    ],
    ['robots.txt itself is never forbidden', 'User-agent: *\nDisallow: /', '/robots.txt', true],
    [
      'a web page instead forbids nothing',
      '<!doctype html><html><body>Disallow: /</body></html>',
      '/p',
      true,
    ],
  ])('%s', (_, text, path, expected) => {
    expect(allowed(text, path)).toBe(expected)
  })

  it('takes a delay from our group, within reason', () => {
    const delay = (text: string) => parseRobots(text, 'wearabouts').crawlDelay
    expect(delay('User-agent: *\nCrawl-delay: 10\nDisallow:')).toBe(10)
    expect(delay('User-agent: *\nCrawl-delay: 10\nUser-agent: wearabouts\nDisallow: /a')).toBe(0)
    expect(delay('User-agent: *\nCrawl-delay: 0.5')).toBe(0.5)
    expect(delay('User-agent: *\nCrawl-delay: soon')).toBe(0)
    expect(delay('User-agent: *\nCrawl-delay: 1e99')).toBe(86_400)
  })

  it('reads a hostile file in no time', () => {
    const pattern = `/${'a*'.repeat(20_000)}$`
    const started = performance.now()
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, `/${'a'.repeat(2_000)}b`)).toBe(true)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
