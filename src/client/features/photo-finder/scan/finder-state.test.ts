import { describe, expect, test } from 'vitest'
import type { ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import {
  addDetection,
  applyEvent,
  type StateChange,
  changeDetection,
  chooseProduct,
  createFinderStore,
  EMPTY,
  failScan,
  type FinderState,
  isBusy,
  manualDetection,
  rejectProduct,
  removeDetection,
  setBoxProducts,
  setPending,
  setTermProducts,
} from './finder-state.ts'

const product = (id: string, title = `Product ${id}`): ScanProduct => ({
  id,
  title,
  source: 'Wearabouts',
  sureness: 'close',
  price: '$10',
  productLink: 'https://shop.example/p',
})

const detection = (id: string, y: number, products: ScanProduct[] = []): ScanDetection => ({
  id,
  label: 'dress',
  confidence: 0.8,
  bbox: { x: 100, y, width: 100, height: 50 },
  category: 'clothing',
  source: 'google_lens',
  products,
  title: products[0]?.title,
  isManual: false,
  isEditable: true,
  isResizable: false,
})

const after = (state: FinderState, ...changes: StateChange[]): FinderState => {
  const store = createFinderStore()
  store.setState(state)
  changes.forEach((change) => store.setState(change))
  return store.getState()
}
const play = (...changes: StateChange[]) => after(EMPTY, ...changes)

const boxes = [detection('low', 300), detection('high', 10)]
const found = applyEvent({ seq: 2, type: 'detections', detections: boxes })
const searched = (id: string, y: number, products: ScanProduct[], count: number) =>
  applyEvent({
    seq: 3,
    type: 'products',
    detection: detection(id, y, products),
    searched: count,
    total: 2,
  })

describe('a box that the user has moved', () => {
  const pair = { ...detection('low', 300), bestSeen: { x: 100, y: 300, width: 20, height: 50 } }
  const place = { bbox: { x: 0, y: 0, width: 30, height: 30 }, bestSeen: undefined }

  test('keeps its place, and its whole box as the best view, when products arrive', () => {
    const state = play(
      applyEvent({ seq: 2, type: 'detections', detections: [pair] }),
      changeDetection('low', place),
      applyEvent({ seq: 3, type: 'products', detection: pair, searched: 1, total: 1 }),
    )
    expect(state.detections).toMatchObject([place])
  })
})

describe('a scan', () => {
  test('lists boxes in reading order, pending their products', () => {
    const state = play(found)
    expect(state.detections.map(({ id }) => id)).toEqual(['high', 'low'])
    expect(state.pendingIds).toHaveLength(2)
    expect(state.phase).toEqual({ name: 'searching', searched: 0, total: 2 })
    expect(isBusy(state)).toBe(true)
  })

  test('names boxes by their kinds until their words come with their products', () => {
    const words = { ...detection('low', 300), label: 'striped navy dress' }
    const state = play(
      found,
      applyEvent({ seq: 3, type: 'products', detection: words, searched: 1, total: 2 }),
    )
    expect(state.detections.map(({ id, label }) => [id, label])).toEqual([
      ['high', 'dress'],
      ['low', 'striped navy dress'],
    ])
  })

  test('passes over what a newer server says', () => {
    const later = { seq: 3, type: 'weather' } as unknown as ScanEvent
    expect(play(found, applyEvent(later))).toEqual(play(found))
  })

  test('fills cards one by one and counts the progress', () => {
    const state = play(found, searched('low', 300, [product('1')], 1))
    expect(state.pendingIds).toEqual(['high'])
    expect(state.phase).toEqual({ name: 'searching', searched: 1, total: 2 })
    expect(state.detections.find(({ id }) => id === 'low')?.title).toBe('Product 1')
  })

  test('a detection deleted during its search stays deleted', () => {
    const state = play(found, removeDetection('low'), searched('low', 300, [product('1')], 1))
    expect(state.detections.map(({ id }) => id)).toEqual(['high'])
  })

  test('a box added during the scan stays', () => {
    const manual = manualDetection('mine', { x: 0, y: 0, width: 20, height: 20 })
    const state = play(addDetection(manual), found)
    expect(state.detections.map(({ id }) => id)).toEqual(['high', 'low', 'mine'])
  })

  test('leaves nothing pending once it is done or has failed', () => {
    const end = play(found, applyEvent({ seq: 4, type: 'done', message: '' }))
    expect(end).toMatchObject({ phase: { name: 'done' }, pendingIds: [] })
    const failed = play(found, () => failScan({ message: 'Scan error: no' }))
    expect(failed).toMatchObject({ phase: { name: 'failed' }, pendingIds: [] })
    expect(isBusy(failed)).toBe(false)
  })

  test('no visual matches gives an empty list, not a failure', () => {
    const error = 'No visual matches found for this image'
    const state = play(found, applyEvent({ seq: 4, type: 'failed', error }))
    expect(state).toMatchObject({ phase: { name: 'done' }, detections: [] })
    const failed = play(found, applyEvent({ seq: 4, type: 'failed', error: 'Broken' }))
    expect(failed.phase).toMatchObject({ name: 'failed', message: 'Detection failed: Broken' })
  })

  test('shows the same notice once', () => {
    const notice = applyEvent({ seq: 5, type: 'notice', message: 'slow' })
    expect(play(notice, notice).notices).toEqual(['slow'])
  })
})

describe('Not this', () => {
  const withTwo = play(found, searched('low', 300, [product('1'), product('2')], 1))
  const low = (state: typeof EMPTY) => state.detections.find(({ id }) => id === 'low')

  test('replaces the wrong product with the next one', () => {
    const state = after(withTwo, rejectProduct('low', '1'))
    expect(low(state)?.title).toBe('Product 2')
    const bare = after(state, rejectProduct('low', '2'))
    expect(low(bare)?.title).toBeUndefined()
  })

  test('keeps what the user wrote', () => {
    const edited = after(withTwo, changeDetection('low', { title: 'My dress' }))
    const state = after(edited, rejectProduct('low', '1'))
    expect(low(state)?.title).toBe('My dress')
    expect(low(state)?.products.map(({ id }) => id)).toEqual(['2'])
  })
})

test('offers products found by words, without taking one, whatever looked alike', () => {
  const scanned = play(found, searched('low', 300, [], 1), searched('high', 10, [product('2')], 2))
  for (const id of ['low', 'high']) {
    const state = after(scanned, setTermProducts(id, [product('1')]))
    expect(state.detections).toEqual(scanned.detections)
    expect(state.termProducts.get(id)).toEqual([product('1')])
  }
})

test('Use this makes a product the card’s own', () => {
  const state = play(
    found,
    searched('low', 300, [product('1'), product('2')], 1),
    chooseProduct('low', product('2')),
  )
  const low = state.detections.find(({ id }) => id === 'low')
  expect(low).toMatchObject({ title: 'Product 2', price: '$10' })
  expect(low?.products.map(({ id }) => id)).toEqual(['2', '1'])
})

describe('a manual box', () => {
  const manual = manualDetection('mine', { x: 140, y: 140, width: 120, height: 120 })

  test('has confidence 0.5, category clothing, and is editable and resizable', () => {
    expect(manual).toMatchObject({
      confidence: 0.5,
      category: 'clothing',
      isManual: true,
      isEditable: true,
      isResizable: true,
      source: 'manual_detection',
    })
  })

  test('offers what is found in it, without taking one', () => {
    const state = play(
      addDetection(manual),
      setPending('mine', true),
      setBoxProducts('mine', [product('1')]),
    )
    expect(state.detections[0]).toMatchObject({ products: [{ id: '1' }] })
    expect(state.detections[0]?.title).toBeUndefined()
    expect(state.pendingIds).toEqual([])
  })
})
