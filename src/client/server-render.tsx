import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { ScreenRenderer } from '#shared/rendering.ts'
import { App } from './app/app.tsx'
import { SCREENS, screenAt } from './app/screens.ts'
import { provideInitialData } from './lib/initial-data.ts'
import { createQueryClient } from './lib/query-client.ts'

await Promise.all(SCREENS.map(([, screen]) => screen.preload()))

/** The page's head has these already, and earlier. */
const PICTURE_PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/

/** How React marks a part whose rendering failed, or waits for something. */
const UNFINISHED = '<!--$!-->'

/** In one go, without waiting: the data is that of one page only as long as nobody else renders. */
export const renderScreen: ScreenRenderer = (address, data) => {
  const queries = createQueryClient()
  provideInitialData(data)
  try {
    const markup = renderToString(
      <App
        queries={queries}
        router={(routes) => <StaticRouter location={address}>{routes}</StaticRouter>}
      />,
    )
    if (markup.includes(UNFINISHED)) throw new Error(`A part of ${address} was not rendered`)
    const { pathname } = new URL(address, 'http://page')
    return {
      markup: markup.replace(PICTURE_PRELOADS, ''),
      module: screenAt(pathname)?.module ?? null,
    }
  } finally {
    provideInitialData({})
    // Each query would wait for minutes until nobody wants it any more.
    queries.clear()
  }
}
