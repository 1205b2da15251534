import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { createTopicQuery } from '#client/catalog/queries.ts'
import { provideInitialData } from '#client/lib/initial-data.ts'
import type { TopicPage as TopicPageData } from '#shared/contract/catalog.ts'
import type { TopicKind } from '#shared/domain/topic.ts'
import { paths } from '#shared/paths.ts'
import TopicPage from './topic-page.tsx'

// There is no document here.
provideInitialData({})

type Look = TopicPageData['looks'][number]
const lookOf = (person: string, season: number | null, episode: number | null): Look => ({
  image: `/media/looks/${person}.jpg`,
  celebrity_name: person,
  celebrity_portrait: '/media/celebrities/1.jpg',
  number_of_products: 3,
  name: 'Coat',
  width: 900,
  height: 1200,
  color: null,
  takenOn: null,
  season,
  episode,
})

const render = (kind: TopicKind, name: string, looks: Look[]) => {
  const queries = new QueryClient()
  queries.setQueryData(createTopicQuery(kind, name).queryKey, {
    pages: [{ kind, name, looks, next: null }],
    pageParams: [undefined],
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[paths[kind].href(name)]}>
        <Routes>
          <Route path={paths[kind].pattern} element={<TopicPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll(/<(?!h\d)[^>]+>/g, ' ')
}

test.each(['Łódź Nights', '電影 / 1', 'Игра', 'مسلسل'])('%s lists its looks by episode', (name) => {
  const text = render('show', name, [
    lookOf('Øre', 2, 1),
    lookOf('楊紫', 1, 10),
    lookOf('Ирина', 1, 10),
    lookOf('فيروز', null, null),
  ])
  const order = [name, 'Season 2, episode 1', 'Øre', 'Season 1, episode 10', '楊紫', 'Ирина']
  const places = [...order, 'Other looks', 'فيروز'].map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('the looks with a tag have no headings of episodes', () => {
  const text = render('tag', '红毯', [lookOf('Øre', null, null)])
  expect(text).toContain('Tag')
  expect(text).not.toContain('Other looks')
})
