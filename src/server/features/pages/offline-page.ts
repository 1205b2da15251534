import type { Hono } from 'hono'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { addPrefix, type Language } from '#server/core/languages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { PAGE_TEXT } from './page-messages.ts'

/** As src/client/service-worker/sw.ts knows it. */
const OFFLINE_PAGE_PATH = '/offline.html'

/** Browsers keep it, so nothing on it may depend on the site or the visitor. */
const renderOfflinePage = () => `<!doctype html>
<html lang="${LOCALE_TEXT.language}" dir="${LOCALE_TEXT.direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <title>${PAGE_TEXT.offline}</title>
    <script src="/theme.js"></script>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/offline.css" />
  </head>
  <body>
    <main>
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>${PAGE_TEXT.offlineTitle}</h1>
      <p>${PAGE_TEXT.offlineHint}</p>
      <a href="">${HTTP_TEXT.tryAgain}</a>
    </main>
  </body>
</html>
`

/** The page that the service worker shows without a network, in every language. */
export const mountOfflinePage = (app: Hono<AppEnv>, languages: readonly Language[]) => {
  for (const language of languages)
    app.get(addPrefix(language, OFFLINE_PAGE_PATH), (context) =>
      context.html(renderOfflinePage(), 200, { 'cache-control': 'public, max-age=3600' }),
    )
}
