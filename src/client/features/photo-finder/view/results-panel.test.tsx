import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { SessionProvider } from '#client/account/session.ts'
import {
  EMPTY,
  type FinderState,
  manualDetection,
} from '#client/features/photo-finder/state/finder-state.ts'
import { provideInitialData } from '#client/lib/initial-data.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import {
  type Answers,
  answersQuery,
  FIRST_VIEW,
} from '#client/features/photo-finder/state/answers.ts'
import { ANSWER_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { ResultsPanel } from './results-panel.tsx'
import { FinderContext } from './use-finder.ts'

// There is no document here.
provideInitialData({})

const photo = { previewUrl: 'blob:photo', width: 400, height: 400, name: 'Your photo' }
const ignore = () => undefined

const markupOf = (state: Partial<FinderState>, queries = new QueryClient()) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <MemoryRouter>
          <FinderContext
            value={{
              state: { ...EMPTY, phase: { name: 'done' }, ...state, photo },
              send: ignore,
              isPublic: false,
              likedNames: new Set(),
              onKeep: ignore,
            }}
          >
            <ResultsPanel onScanAgain={ignore} onAnotherPhoto={ignore} />
          </FinderContext>
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )

/** The words of the panel, one line per element. */
const panel = (state: Partial<FinderState>, queries?: QueryClient) =>
  markupOf(state, queries)
    .split(/<[^>]*>/)
    .filter((words) => words.trim() !== '')

const product = {
  id: '1',
  title: 'Ada ring',
  price: '$20',
  productLink: 'https://shop.example/1',
  source: 'Wearabouts',
  sureness: 'close',
} as const
const ring: ScanDetection = {
  ...product,
  id: 'a',
  label: 'gold ring',
  confidence: 0.8,
  bbox: { x: 0, y: 0, width: 100, height: 100 },
  category: 'jewelry',
  source: 'google_lens',
  products: [product],
  isManual: false,
  isEditable: true,
  isResizable: false,
}

describe('the results panel', () => {
  test('counts one object in the singular', () => {
    expect(panel({ detections: [ring] })).toContain('1 object found')
    expect(panel({ detections: [ring, { ...ring, id: 'b' }] })).toContain('2 objects found')
    expect(panel({})).toContain(
      'No objects detected. Try scanning the image again or upload a different image.',
    )
  })

  test('says that nothing is complete only once every object is answered', () => {
    const { title: _title, price: _price, productLink: _link, ...named } = ring
    const bare = { ...named, products: [] }
    const detections = [bare, { ...bare, id: 'b' }]
    const isSaid = (words: string[]) => words.join(' ').includes('No complete product information')
    expect(isSaid(panel({ detections, pendingIds: ['b'] }))).toBe(false)
    expect(isSaid(panel({ detections }))).toBe(true)
  })

  const AGAIN = 'Scan this photo again, or choose another photo.'
  test.each([
    ['the advice of the failure', 'Scan error: no', 'Wait a minute.', ['Wait a minute.']],
    ['what to do with the photo that is there', 'Scan error: no', undefined, [AGAIN]],
    [
      'no more than the server has said already',
      'Detection failed: Something went wrong. Please try again.',
      'Please try again in 1 minute.',
      [],
    ],
    ['nothing twice', 'Scan error: Too large.', 'Too large.', []],
  ])('after a failed scan says %s', (_, message, advice, expected) => {
    const words = panel({ phase: { name: 'failed', message, advice } })
    const foot = ['Try again', 'Another photo']
    expect(words).toEqual(expect.arrayContaining([message, ...expected, ...foot]))
    expect(words.filter((one) => one === AGAIN || one === advice)).toEqual(expected)
    expect(words).not.toContain('Upload an image and scan to detect objects')
  })

  test('names an object without a name by its category once', () => {
    const bare = { ...ring, label: '', category: 'clothing' as const }
    expect(panel({ detections: [bare] }).filter((one) => one === 'Clothing')).toHaveLength(2)
  })

  test('shows three matches for each of several objects, and of them a whole look', () => {
    const match = (id: string) => ({ ...product, id, title: `Ring ${id}`, price: '€20' })
    const products = ['1', '2', '3', '4'].map(match)
    const first = { ...ring, title: 'Ring 1', price: '€20', products }
    const words = panel({ detections: [first, { ...first, id: 'b' }] })
    expect(words.filter((one) => one === 'Ring 3')).toHaveLength(2)
    expect(words).not.toContain('Ring 4')
    expect(words).toContain('Whole look')
    expect(panel({ detections: [first] })).not.toContain('Whole look')
  })

  test('has one heart for the product of an object, and a bin that names the object', () => {
    const other = { ...ring, id: 'b', title: 'Bo ring', label: 'silver ring' }
    const objects = [ring, { ...other, products: [{ ...product, id: '2', title: 'Bo ring' }] }]
    for (const detections of [objects, [ring]]) {
      const labels = [...markupOf({ detections }).matchAll(/aria-label="([^"]*)"/g)].map(
        ([, label]) => label,
      )
      expect(labels.filter((label) => label === 'Save Ada ring')).toHaveLength(1)
      expect(labels).toContain('Delete Gold ring from the results')
    }
    const manual = markupOf({ detections: [manualDetection('m', ring.bbox)] })
    expect(manual).toContain('aria-label="Save Clothing"')
  })

  test("marks a price that differs from the shop's as edited", () => {
    expect(panel({ detections: [ring] })).not.toContain('edited by you')
    expect(panel({ detections: [{ ...ring, price: '$15' }] })).toEqual(
      expect.arrayContaining(['$15', 'edited by you']),
    )
  })

  test('shows a price of zero of a product entered by hand', () => {
    const manual = {
      ...manualDetection('m', ring.bbox),
      title: 'My ring',
      price: '0',
      productLink: product.productLink,
    }
    const words = panel({ detections: [manual] })
    expect(words).toContain('My ring')
    expect(words.filter((one) => one.includes('$'))).toEqual(['$0'])
  })

  test('has objects without complete products in the strip only, and says what is being found', () => {
    const bare = { ...ring, id: 'b', title: undefined, price: undefined, products: [] }
    const words = panel({ detections: [bare, { ...bare, id: 'c' }] })
    expect(words.filter((one) => one === 'Gold ring')).toHaveLength(2)
    expect(words.join(' ')).toContain('No complete product information found.')
    const findFinding = (label: string) =>
      panel({ detections: [{ ...bare, label }], pendingIds: ['b'] }).filter(
        (one) => one === 'Finding objects...',
      )
    expect([findFinding('ring'), findFinding('')]).toEqual([
      ['Finding objects...'],
      ['Finding objects...'],
    ])
  })

  test('offers what may also be in the photo, without counting it as found', () => {
    const candidates = [
      { box: { x: 300, y: 300, width: 40, height: 40 }, kind: 'footwear', confidence: 0.3 },
      {
        box: { x: 200, y: 300, width: 40, height: 40 },
        kind: 'bag',
        confidence: 0.2,
        isOffered: true,
      },
    ] as const
    const words = panel({ detections: [ring], candidates })
    expect(words).toEqual(expect.arrayContaining([FINDER_TEXT.offers, 'Bag', '1 object found']))
    expect(words).not.toContain('Shoes')
    expect(markupOf({ detections: [ring], candidates })).toContain(
      `aria-label="${FINDER_TEXT.addOffer('bag')}"`,
    )
    expect(panel({ detections: [], candidates })).toContain('Bag')
  })

  describe('an object without a close match', () => {
    const embedding = 'signed'
    const { title: _title, price: _price, productLink: _link, ...seen } = ring
    const detections = [{ ...seen, embedding, products: [] }]
    const answers = (
      certainty: 'similar' | null,
      noneOfKind: string | null = null,
      isNothingClose = false,
    ) => {
      const queries = new QueryClient()
      const nearest = {
        id: '7',
        name: 'Nearest ring',
        product_image: '/media/ring.webp',
        price: '$9',
        website: 'https://shop.example/7',
        similarity: 0.4,
        certainty,
        isAddedByUser: false,
      }
      const data = {
        name: 'gold ring',
        products: [nearest],
        noneOfKind,
        isNothingClose,
        byWords: [],
        elsewhere: [],
      }
      queries.setQueryData(answersQuery(embedding, FIRST_VIEW).queryKey, {
        ...data,
        otherKinds: [],
        applied: [],
        relaxed: [],
        hasMore: true,
      } as unknown as Answers)
      return queries
    }

    test('of its kind says so, offers an alert, and shows others after a tap', () => {
      const words = panel({ detections }, answers(null, 'rings'))
      const offered = [ANSWER_TEXT.nothingClose, ANSWER_TEXT.tellMe, ANSWER_TEXT.showClosest]
      expect(words).toEqual(expect.arrayContaining(offered))
      expect(words).not.toContain('Nearest ring')
      expect(words).not.toContain(ANSWER_TEXT.showMore)
      const view = { ...FIRST_VIEW, isExpanded: true }
      const views = new Map([[embedding, view]])
      const opened = panel({ detections, views }, answers(null, 'rings'))
      const nearest = [ANSWER_TEXT.noneLikeThis('rings'), ANSWER_TEXT.nearest, 'Nearest ring']
      expect(opened).toEqual(expect.arrayContaining(nearest))
      expect(opened).not.toContain(ANSWER_TEXT.nothingClose)
    })

    test('of its kind, but hardly like it: the same', () => {
      const far = answers('similar', null, true)
      const offered = [ANSWER_TEXT.nothingClose, ANSWER_TEXT.tellMe, ANSWER_TEXT.showClosest]
      expect(panel({ detections }, far)).toEqual(expect.arrayContaining(offered))
      expect(panel({ detections }, far)).not.toContain('Nearest ring')
      const views = new Map([[embedding, { ...FIRST_VIEW, isExpanded: true }]])
      const opened = panel({ detections, views }, far)
      expect(opened).toEqual(expect.arrayContaining([ANSWER_TEXT.closest, 'Nearest ring']))
      expect(opened).not.toContain(ANSWER_TEXT.nothingClose)
    })

    test('has a row that says so, beside objects with matches', () => {
      const words = panel({ detections: [ring, ...detections.map((one) => ({ ...one, id: 'b' }))] })
      expect(words).toEqual(expect.arrayContaining(['Ada ring', ANSWER_TEXT.nothingClose]))
      const notSearched = { ...seen, id: 'b', products: [] }
      expect(panel({ detections: [ring, notSearched] })).not.toContain(ANSWER_TEXT.nothingClose)
    })

    test('shows the closest of its kind, with an alert', () => {
      const words = panel({ detections }, answers(null))
      const shown = [ANSWER_TEXT.closest, 'Nearest ring', ANSWER_TEXT.tellMe]
      expect(words).toEqual(expect.arrayContaining(shown))
      expect(words).not.toContain(ANSWER_TEXT.nothingClose)
    })

    test('is none where a match is similar', () => {
      const similar = panel({ detections }, answers('similar'))
      expect(similar).toContain('Nearest ring')
      expect(similar).not.toContain(ANSWER_TEXT.nothingClose)
      expect(similar).not.toContain(ANSWER_TEXT.tellMe)
    })
  })
})
