import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { provideInitialData } from '#client/lib/initial-data.ts'
import type { DraftSummary, Suggestion } from '#shared/contract/studio.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import StudioPage from './studio-page.tsx'
import { studioQuery } from './use-draft.ts'

// There is no document here.
provideInitialData({})

const draftOf = (person: string, changes: Partial<DraftSummary> = {}): DraftSummary => ({
  id: '6f1c2d8e-0b57-4a53-9f0e-3f3c0d7a9b11',
  state: 'draft',
  photo: '/api/uploads/1',
  width: 900,
  height: 1200,
  scan: 'done',
  updatedAt: '2026-11-02T09:30:00.000Z',
  publishAt: null,
  publishProblem: null,
  handedBy: null,
  person,
  takenOn: null,
  objects: 5,
  decided: 2,
  publisher: null,
  ...changes,
})

const suggestionOf = (name: string, changes: Partial<Suggestion> = {}): Suggestion => ({
  id: '1',
  kind: 'not-it',
  link: null,
  note: null,
  createdAt: '2026-11-02T09:30:00.000Z',
  others: 0,
  name,
  picture: null,
  person: 'Øre Sørensen',
  look: '/media/looks/1.jpg',
  wornId: '7',
  ...changes,
})

const pageOf = (page: object) => ({ pages: [{ ...page, next: null }], pageParams: [undefined] })

type Lists = {
  creator?: { name: string; displayName: string }
  drafts?: DraftSummary[]
  waiting?: DraftSummary[]
  suggestions?: Suggestion[]
}

const render = (hash: string, lists: Lists) => {
  const { creator = null, drafts = [], waiting = [], suggestions = [] } = lists
  const queries = new QueryClient()
  queries.setQueryData(studioQuery.queryKey, { creator })
  queries.setQueryData(['studio', 'drafts', { state: 'draft' }], pageOf({ drafts }))
  queries.setQueryData(['studio', 'drafts', { waiting: '1' }], pageOf({ drafts: waiting }))
  queries.setQueryData(['studio', 'suggestions'], pageOf({ suggestions }))
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`${paths.studio.href()}${hash}`]}>
        <StudioPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { html, text: html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|') }
}

describe('the queue of an editor', () => {
  test('has drafts that wait, in the order of the server, then suggestions', () => {
    const { text } = render('#suggestions', {
      waiting: [
        draftOf('Łucja Żółć', { handedBy: 'Никита' }),
        draftOf('王菲', { publishProblem: 'Say who wears it before you publish.' }),
      ],
      suggestions: [
        suggestionOf('Abaya سوداء', { note: 'الكم أطول', others: 2 }),
        suggestionOf('Wool hat', { id: '2', kind: 'other', link: 'https://shop.example/hat' }),
      ],
    })
    const places = [
      STUDIO_TEXT.waitingDrafts,
      'Łucja Żółć',
      STUDIO_TEXT.handedBy('Никита'),
      '王菲',
      STUDIO_TEXT.scheduleProblem('Say who wears it before you publish.'),
      'Abaya سوداء',
      STUDIO_TEXT.saysNotIt,
      STUDIO_TEXT.soSayOthers(2),
      'الكم أطول',
      'Wool hat',
      STUDIO_TEXT.saysOther,
      'https://shop.example/hat',
    ].map((words) => text.indexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('says that nothing waits', () => {
    const { text } = render('#suggestions', {})
    expect(text).toContain(STUDIO_TEXT.noSuggestions)
    expect(text).not.toContain(STUDIO_TEXT.waitingDrafts)
  })
})

describe('the lists of drafts', () => {
  test('say what is left to do with each draft', () => {
    const { text } = render('', {
      drafts: [
        draftOf('', { scan: 'scanning' }),
        draftOf('Νίκος', { scan: 'failed' }),
        draftOf('さくら', { publishAt: '2026-12-01T10:00:00.000Z' }),
      ],
    })
    for (const words of [
      STUDIO_TEXT.noPersonYet,
      STUDIO_TEXT.scanning,
      STUDIO_TEXT.scanFailed,
      STUDIO_TEXT.decided(2, 5),
      STUDIO_TEXT.scheduledFor('1 Dec 2026'),
    ])
      expect(text).toContain(words)
  })

  test('lead a creator to the own page, and show no queue of suggestions', () => {
    const creator = { name: 'ara', displayName: '아라' }
    const { html, text } = render('#suggestions', { creator, drafts: [] })
    expect(html).toContain(`href="${paths.creator.href('ara')}"`)
    expect(text).toContain(NAVIGATION_TEXT.yourPage)
    expect(text).toContain(STUDIO_TEXT.noneHint)
    expect(text).not.toContain(STUDIO_TEXT.queue)
  })
})
