import { escapeHtml } from '#server/core/http/error-reply.ts'
import type { Mail, Message } from './mail.ts'

const MOST_KEPT = 20

const STYLE = `:root{color-scheme:light dark}body{margin:0;background:#faf7f2;color:#16130f;font:16px/1.5 system-ui,sans-serif}
main{width:min(100% - 32px,640px);margin:auto;padding:32px 0}h1{font:480 32px/1.15 Georgia,serif;margin:0 0 8px}h2{font-size:16px;margin:0}p{margin:0 0 24px;color:#655d52}
article{border-top:1px solid #ddd5c8;padding:16px 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:8px 0 0}a{color:#b81b31}
@media (prefers-color-scheme:dark){body{background:#141210;color:#f5f0e8}p{color:#b0a698}article{border-color:#3a342d}a{color:#ff8e9b}}`

/** The links in a text, which is escaped, as links. */
const linked = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = ({ to, subject, text }: Message) =>
  `<article><h2>${escapeHtml(subject)}</h2><span>To ${escapeHtml(to)}</span><pre>${linked(text)}</pre></article>`

/** Keeps mails in memory and shows them on a page, for machines without a mail server. */
export const createLocalMail = () => {
  const sent: Message[] = []
  const mail: Mail = {
    send: async (message) => {
      sent.unshift(message)
      sent.splice(MOST_KEPT)
    },
  }
  return {
    mail,
    page: () =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Emails on this machine</title><style>${STYLE}</style></head>
<body><main><h1>Emails on this machine</h1><p>No email server is set up (SMTP_URL), so emails appear here, newest first, until the server stops.</p>${sent.map(article).join('') || '<article>No mails yet.</article>'}</main></body></html>`,
  }
}
export type LocalMail = ReturnType<typeof createLocalMail>
