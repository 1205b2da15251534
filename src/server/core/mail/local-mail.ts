import { escapeHtml } from '#server/core/http/error-reply.ts'
import { plainPage } from '#server/core/http/plain-page.ts'
import type { Mail, Message } from './mail.ts'

const MOST_KEPT = 20

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
      plainPage(
        'Emails on this machine',
        `<p>No email server is set up (SMTP_URL), so emails appear here, newest first, until the server stops.</p>${sent.map(article).join('') || '<article>No mails yet.</article>'}`,
      ),
  }
}
export type LocalMail = ReturnType<typeof createLocalMail>
