import { describe, expect, test } from 'vitest'
import {
  clampView,
  FITTED,
  panView,
  pinchView,
  toFrame,
  toggleZoom,
  toWindow,
  zoomAt,
} from './zoom.ts'

const window = { width: 400, height: 600 }
const at = (x: number, y: number) => ({ x, y })

/** Where a point of the photo is on the screen. */
const project = ({ scale, x, y }: typeof FITTED, point: { x: number; y: number }) => ({
  x: point.x * scale + x,
  y: point.y * scale + y,
})

describe('zooming', () => {
  test('keeps the point under the finger in place', () => {
    const view = zoomAt(FITTED, at(100, 300), 2, window)
    expect(view.scale).toBe(2)
    expect(project(view, at(100, 300))).toEqual(at(100, 300))
  })

  test('keeps the scale between 1 and 5', () => {
    expect(zoomAt(FITTED, at(10, 10), 0.2, window)).toEqual(FITTED)
    expect(zoomAt(FITTED, at(10, 10), 100, window).scale).toBe(5)
  })

  test('a double tap zooms in, the next one back out', () => {
    const near = toggleZoom(FITTED, at(200, 300), window)
    expect(near.scale).toBeGreaterThan(2)
    expect(toggleZoom(near, at(200, 300), window)).toEqual(FITTED)
  })
})

describe('two fingers', () => {
  test('zoom around the point between them', () => {
    const view = pinchView(
      FITTED,
      [at(150, 300), at(250, 300)],
      [at(100, 300), at(300, 300)],
      window,
    )
    expect(view.scale).toBeCloseTo(2)
    expect(project(view, at(200, 300))).toEqual({
      x: expect.closeTo(200),
      y: expect.closeTo(300),
    })
  })

  test('pan the photo when moved together', () => {
    const zoomed = zoomAt(FITTED, at(200, 300), 2, window)
    const view = pinchView(
      zoomed,
      [at(150, 300), at(250, 300)],
      [at(170, 310), at(270, 310)],
      window,
    )
    expect(view).toEqual({
      scale: expect.closeTo(2),
      x: expect.closeTo(zoomed.x + 20),
      y: expect.closeTo(zoomed.y + 10),
    })
  })
})

describe('panning', () => {
  test('leaves no gap at the edges of the window', () => {
    const zoomed = zoomAt(FITTED, at(200, 300), 2, window)
    expect(panView(zoomed, at(9999, 9999), window)).toEqual({ scale: 2, x: 0, y: 0 })
    expect(panView(zoomed, at(-9999, -9999), window)).toEqual({ scale: 2, x: -400, y: -600 })
  })

  test('does not move a photo that fits', () => {
    expect(panView(FITTED, at(30, -30), window)).toEqual(FITTED)
    expect(clampView({ scale: 0.3, x: 5, y: 5 }, window)).toEqual(FITTED)
  })
})

describe('the 400-unit frame', () => {
  test('fills a window of any shape', () => {
    expect(toFrame(at(400, 600), FITTED, window)).toEqual(at(400, 400))
    expect(toWindow({ x: 200, y: 200, width: 100, height: 100 }, FITTED, window)).toEqual({
      x: 200,
      y: 300,
      width: 100,
      height: 150,
    })
  })

  test('converts points to the window and back at any zoom', () => {
    const view = zoomAt(FITTED, at(90, 410), 3, window)
    const box = toWindow({ x: 123, y: 321, width: 0, height: 0 }, view, window)
    const back = toFrame(at(box.x, box.y), view, window)
    expect(back.x).toBeCloseTo(123)
    expect(back.y).toBeCloseTo(321)
  })
})
