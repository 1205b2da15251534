import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { allowStyleAttributes } from './page.ts'

const hash = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

describe('the policy of a rendered page', () => {
  it('allows exactly the style attributes of its markup, each once', () => {
    const markup = '<i style="color:red"></i><b style="width:1px"></b><i style="color:red"></i>'
    expect(allowStyleAttributes("style-src 'self'", markup)).toBe(
      `style-src 'self'; style-src-attr 'unsafe-hashes' ${hash('color:red')} ${hash('width:1px')}`,
    )
  })

  it('hashes the unescaped value, as the browser does', () => {
    const markup = '<i style="background:url(&quot;a&amp;b&quot;)"></i>'
    expect(allowStyleAttributes('x', markup)).toContain(hash('background:url("a&b")'))
  })

  it('is unchanged without style attributes', () => {
    expect(allowStyleAttributes("style-src 'self'", '<p>style="x"</p>')).toBe("style-src 'self'")
  })
})
