import { createHash } from 'node:crypto'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { escapeHtml } from './escape-html.ts'

/** Inline, because the page must work while nothing else does. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;
font:16px/1.5 system-ui,sans-serif;background:#faf7f2;color:#16130f}
main{max-width:32rem}
h1{font:500 2rem/1.2 Georgia,serif;margin:0 0 16px}
a{color:inherit;display:inline-flex;align-items:center;min-height:44px}
@media(prefers-color-scheme:dark){body{background:#141210;color:#f5f0e8}}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const TITLES: Record<number, string> = {
  404: 'Page not found',
  429: 'Too many requests',
  503: 'Back in a moment',
}

/** What a person sees when a page could not be made; programs get JSON. */
export const errorPage = (status: number, message: string) => {
  const title = TITLES[status] ?? 'That did not work'
  return {
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${PRODUCT_TITLE}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(message)}</p><a href="">Try again</a> <a href="/">Home</a></main></body>
</html>`,
    policy: `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/** Browsers ask for HTML only when a person opens an address. */
export const wantsPage = (accept: string | undefined): boolean =>
  accept?.includes('text/html') ?? false
