import type { Connection } from '#server/core/db/query.ts'
import { type Env, mayStandIn } from '#server/core/env.ts'
import { createMailStateStore } from './mail-state.store.ts'
import { brandMail, type Mail, type Message, smtpMail, watchMail } from './mail.ts'
import type { SiteName } from '#server/core/site-name.store.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { htmlPage } from '#server/core/http/html-page.ts'

/** Emails go to a mail server, or to a local page in development; `mail` is null if neither exists. */
export const openMail = (env: Env, pool: Connection, siteName: SiteName) => {
  const smtp = env.SMTP_URL
    ? watchMail(
        brandMail(siteName, smtpMail(env.SMTP_URL, env.MAIL_FROM)),
        createMailStateStore(pool),
      )
    : null
  const localMail = !smtp && mayStandIn(env) ? createLocalMail() : null
  return { smtp, localMail, mail: smtp ?? (localMail && brandMail(siteName, localMail.mail)) }
}

const MAX_MESSAGES = 20

/** Escapes a text and turns its URLs into links. */
const withLinks = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const renderMessage = ({ to, subject, text }: Message) =>
  `<article><h2>${escapeHtml(subject)}</h2><span>To ${escapeHtml(to)}</span><pre>${withLinks(text)}</pre></article>`

/** Keeps mails in memory and shows them on a page, for machines without a mail server. */
const createLocalMail = () => {
  const sent: Message[] = []
  const mail: Mail = {
    send: async (message) => {
      sent.unshift(message)
      sent.splice(MAX_MESSAGES)
    },
  }
  return {
    mail,
    page: () =>
      htmlPage(
        'Emails on this machine',
        `<p>No email server is set up (SMTP_URL), so emails appear here, newest first, until the server stops.</p>${sent.map(renderMessage).join('') || '<article>No emails yet.</article>'}`,
      ),
  }
}
export type LocalMail = ReturnType<typeof createLocalMail>
