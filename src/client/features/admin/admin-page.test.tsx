import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SessionProvider } from '#client/account/session.ts'
import { provideInitialData } from '#client/lib/initial-data.ts'
import { paths } from '#shared/paths.ts'
import AdminPage from './admin-page.tsx'
import { ADMIN_GROUPS_TEXT, ADMIN_TABS_TEXT } from './admin-messages.ts'
import { ADMIN_GROUPS, type AdminTabName } from './admin-tabs.ts'

// There is no document here.
provideInitialData({})

const render = (hash: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <MemoryRouter initialEntries={[`${paths.admin.href()}#${hash}`]}>
          <AdminPage />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )

const GROUP_OF = Object.entries(ADMIN_GROUPS).flatMap(([group, tabs]) =>
  tabs.map(
    (tab: AdminTabName) =>
      [tab, ADMIN_GROUPS_TEXT[group as keyof typeof ADMIN_GROUPS_TEXT]] as const,
  ),
)

test.each(GROUP_OF)('the address of %s opens it, in the group %s', (tab, group) => {
  const html = render(tab)
  expect(html).toMatch(new RegExp(`aria-current="true"[^>]*>${group}<`))
  const selected = /<button[^>]*aria-selected="true"[^>]*>(.*?)<\/button>/.exec(html)?.[1] ?? ''
  expect(selected.replaceAll(/<[^>]+>/g, '')).toBe(ADMIN_TABS_TEXT[tab])
})

test('the address of a group opens its first tab, and an unknown one the very first', () => {
  expect(render('publishing')).toBe(render('site'))
  expect(render('неизвестно')).toBe(render('users'))
})
