import { describe, expect, it } from 'vitest'
import {
  CAPTION_PX,
  countColumns,
  computeColumnGap,
  computeColumnWidth,
  computeTileHeight,
} from './celebrity-search-result-page.tsx'

describe('the image grid', () => {
  it.each([
    [320, 2],
    [358, 2],
    [780, 3],
    [1184, 4],
    [4000, 6],
  ])('on %i px has %i columns', (width, columns) => {
    expect(countColumns(width, computeColumnGap(width))).toBe(columns)
  })

  it('shares what the gaps leave', () => {
    expect(computeColumnWidth(358, 2, 12)).toBe(173)
  })

  it('takes the place of a picture before it arrives, also of one whose size is unknown', () => {
    expect(computeTileHeight({ width: 600, height: 900 }, 200)).toBe(300 + CAPTION_PX)
    expect(computeTileHeight({ width: null, height: null }, 200)).toBe(300 + CAPTION_PX)
  })
})
