import type { Connection } from '#server/core/db/query.ts'
import { type Env, mayStandIn } from '#server/core/env.ts'
import { createMailStateStore } from './mail-state.store.ts'
import { inTheNameOf, type Mail, type Message, smtpMail, watchMail } from './mail.ts'
import { createSiteName } from '#server/core/site-name.store.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { htmlPage } from '#server/core/http/html-page.ts'

/** By which mail server emails are sent, or where they are shown instead; `mail` is null if nowhere. */
export const openMail = (env: Env, pool: Connection) => {
  const siteName = createSiteName(pool)
  const smtp = env.SMTP_URL
    ? watchMail(
        inTheNameOf(siteName, smtpMail(env.SMTP_URL, env.MAIL_FROM)),
        createMailStateStore(pool),
      )
    : null
  const localMail = !smtp && mayStandIn(env) ? createLocalMail() : null
  return { smtp, localMail, mail: smtp ?? (localMail && inTheNameOf(siteName, localMail.mail)) }
}

const MOST_KEPT = 20

/** The links in a text, which is escaped, as links. */
const linked = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = ({ to, subject, text }: Message) =>
  `<article><h2>${escapeHtml(subject)}</h2><span>To ${escapeHtml(to)}</span><pre>${linked(text)}</pre></article>`

/** Keeps mails in memory and shows them on a page, for machines without a mail server. */
const createLocalMail = () => {
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
      htmlPage(
        'Emails on this machine',
        `<p>No email server is set up (SMTP_URL), so emails appear here, newest first, until the server stops.</p>${sent.map(article).join('') || '<article>No mails yet.</article>'}`,
      ),
  }
}
export type LocalMail = ReturnType<typeof createLocalMail>
