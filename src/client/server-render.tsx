import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { createQueryClient } from '#client/lib/query.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { App } from './app/app.tsx'
import { findRoute, SCREENS } from './app/screens.tsx'
import { provideInitialData } from './lib/initial-data.ts'
import { createMarkupKeeper, MarkupKeeperContext } from './lib/kept-markup.tsx'

await Promise.all(SCREENS.map(([, screen]) => screen.preload()))

/** React's preloads of pictures, which are already in the head of the page. */
const PICTURE_PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/

/** React's marker for a boundary that failed or suspended. */
const UNFINISHED = '<!--$!-->'

/** The characters of some 2,000 looks. */
const keeper = createMarkupKeeper(8_000_000)

/** Synchronous, because the page's data is a module variable that another render would overwrite. */
export const renderScreen: ScreenRenderer = (address, data) => {
  const queries = createQueryClient()
  const { pathname } = new URL(address, 'http://page')
  const route = findRoute(pathname.slice(LOCALE_TEXT.prefix.length) || '/')
  provideInitialData(data)
  keeper.reset()
  try {
    const rendered = renderToString(
      <MarkupKeeperContext value={keeper}>
        <App
          queries={queries}
          screens={route ? [route] : []}
          router={(routes) => (
            <StaticRouter location={address} basename={LOCALE_TEXT.prefix || '/'}>
              {routes}
            </StaticRouter>
          )}
        />
      </MarkupKeeperContext>,
    )
    if (rendered.includes(UNFINISHED)) throw new Error(`A part of ${address} was not rendered`)
    const markup = keeper.fill(rendered)
    return {
      markup: markup.replace(PICTURE_PRELOADS, ''),
      module: route?.[1].module ?? null,
    }
  } finally {
    provideInitialData({})
    // Otherwise each query would keep a garbage collection timer for minutes.
    queries.clear()
  }
}
