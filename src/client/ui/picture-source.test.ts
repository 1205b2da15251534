import { describe, expect, it } from 'vitest'
import { pictureSources, proxiedPicture } from './picture-source.ts'

describe('the image shown through an image proxy', () => {
  it('sends the encoded image URL in the url parameter', () => {
    expect(proxiedPicture('https://a.example/x y.jpg?b=1&c=2', 320)).toBe(
      '/api/image-proxy?url=https%3A%2F%2Fa.example%2Fx+y.jpg%3Fb%3D1%26c%3D2&w=320',
    )
  })

  it('offers no width beyond the first that holds the whole original', () => {
    const widths = (original: number | null) =>
      pictureSources('/a.jpg', original)
        .srcSet.split(', ')
        .map((source) => source.split(' ')[1])
    expect(widths(600)).toEqual(['96w', '160w', '240w', '320w', '480w', '640w'])
    expect(widths(640)).toEqual(['96w', '160w', '240w', '320w', '480w', '640w'])
    expect(widths(null)).toContain('1920w')
  })
})
