import { describe, expect, it, vi } from 'vitest'
import { findSlideAfter, computeSlideOffset, createThrottle } from './product-slideshow.tsx'

describe('the vertical slideshow of four sample products', () => {
  it('stands the slides above, in the middle, below and out of sight', () => {
    expect([0, 1, 2, 3].map((slide) => computeSlideOffset(slide, 0, 4))).toEqual([0, 1, 2, -1])
    expect([0, 1, 2, 3].map((slide) => computeSlideOffset(slide, 3, 4))).toEqual([1, 2, -1, 0])
  })

  it('begins again after the last and before the first', () => {
    expect(findSlideAfter(3, 1, 4)).toBe(0)
    expect(findSlideAfter(0, -1, 4)).toBe(3)
    expect(findSlideAfter(0, 1, 0)).toBe(0)
  })

  it('turns at most once in 300 ms by wheel', () => {
    let time = 0
    const turn = vi.fn()
    const throttled = createThrottle(300, () => time)
    for (time of [0, 100, 299, 300, 450, 700]) throttled(turn)
    expect(turn).toHaveBeenCalledTimes(3)
  })
})
