import { createHash } from 'node:crypto'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const STYLE = `:root{color-scheme:light dark}body{margin:0;background:#faf7f2;color:#16130f;font:16px/1.5 system-ui,sans-serif}
main{width:min(100% - 32px,720px);margin:auto;padding:32px 0}h1{font:480 32px/1.15 Georgia,serif;margin:0 0 8px}h2{font-size:16px;margin:0;overflow-wrap:anywhere}p{margin:0 0 16px;color:#655d52}
article{border-top:1px solid #ddd5c8;padding:16px 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0 0}article>pre{font:inherit}
summary{min-height:32px;cursor:pointer}details pre{padding:12px;background:#f1ece4;font-size:13px}a{color:#b81b31}
button{min-height:44px;padding:0 20px;border:1px solid;background:none;color:inherit;font:inherit;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#141210;color:#f5f0e8}p{color:#b0a698}article{border-color:#3a342d}details pre{background:#24201c}a{color:#ff8e9b}}`

/** A static page for developers and operators: in the colours of the site, without its scripts and fonts. */
export const renderHtmlPage = (title: string, content: string): string =>
  `<!doctype html><html lang="${LOCALE_TEXT.language}" dir="${LOCALE_TEXT.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export const HTML_PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
}
