import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Connection } from '#server/core/db/query.ts'
import { type Env, canUseLocalStandIns } from '#server/core/env.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError, getErrorCode } from '#server/core/http/errors.ts'
import { renderHtmlPage } from '#server/core/http/html-page.ts'
import { replaceProductName, type SiteName } from '#server/core/site-name.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { writeLinkedText } from './linked-text.ts'
import { createMailStateStore, type MailStateStore } from './mail-state.store.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

export type Message = {
  to: string
  subject: string
  text: string
  /** The same with pictures of this site, for mail programs that show them. */
  html?: string
  /** Text by a user that is appended unchanged, even if it contains the product's name. */
  quoted?: string
  /** The sender's name, unless MAIL_FROM has one. */
  sender?: string
  /** For one-click unsubscription in the recipient's mail program. */
  unsubscribeUrl?: string
  /** A retry uses the same id, so that mail programs show the message only once. */
  id?: string
}
export type Mail = { send(message: Message): Promise<void> }

/** For notifications that must not make an action fail. Returns whether the email was sent, and logs why not. */
export const trySendingMail = async (mail: Mail | null, message: Message, log: Logger) => {
  if (!mail) return false
  try {
    await mail.send(message)
    return true
  } catch (err) {
    log.warn({ err, subject: message.subject }, 'An email could not be sent')
    return false
  }
}

const TIMEOUT_MS = 10_000

const getMailHost = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

/** RFC 8058. */
const buildUnsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const writeQuoted = (text: string | undefined): string =>
  text === undefined ? '' : `<p dir="auto" style="white-space:pre-wrap">${escapeHtml(text)}</p>`

/** Replaces the product's name with that of the site. */
const brandMail = (siteName: SiteName, mail: Mail): Mail => ({
  send: async ({ subject, text, html, quoted, ...message }) => {
    const sender = await siteName()
    const brandedText = replaceProductName(sender, text)
    await mail.send({
      ...message,
      sender,
      subject: replaceProductName(sender, subject),
      text: quoted === undefined ? brandedText : `${brandedText}\n\n${quoted}`,
      ...(html !== undefined && {
        html: replaceProductName(escapeHtml(sender), html) + writeQuoted(quoted),
      }),
    })
  },
})

/** The product's name in `from` is the default, so the name of the site replaces it. */
const chooseSender = (from: string, sender: string | undefined) => {
  const [, address] = new RegExp(`^${PRODUCT_TITLE} <(.+)>$`).exec(from) ?? []
  return sender !== undefined && address !== undefined ? { name: sender, address } : from
}

/**
 * Text, which every mail program shows, and HTML only beside it. Nothing in it is told apart by recipient,
 * so that pictures track nobody.
 */
const createSmtpMail = (url: string, from: string): Mail => {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages name pictures by address only, so nodemailer never needs to read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, html, sender, unsubscribeUrl, id }) => {
      // An object, because a string would be parsed as a list of addresses.
      await transport
        .sendMail({
          from: chooseSender(from, sender),
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(id === undefined ? {} : { messageId: `<${id}@${getMailHost(from)}>` }),
          ...(unsubscribeUrl === undefined
            ? {}
            : { headers: buildUnsubscribeHeaders(unsubscribeUrl) }),
        })
        .catch((cause: unknown) => {
          throw new AppError(502, HTTP_TEXT.mailNotSent, {
            cause,
          })
        })
    },
  }
}

/** nodemailer's code for a rejected recipient; the mail server itself works. */
export const REFUSED_RECIPIENT = 'EENVELOPE'

const REASONS: Record<string, string> = {
  EAUTH: 'The mail server refused the user name or password in SMTP_URL.',
  ENOAUTH: 'The mail server needs a user name and password in SMTP_URL.',
  EDNS: 'The host in SMTP_URL was not found.',
  ENOTFOUND: 'The host in SMTP_URL was not found.',
  ECONNECTION: 'The mail server could not be reached.',
  ECONNREFUSED: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'The connection to the mail server could not be encrypted.',
}

/** Stores whether mail can be sent, so that administrators see it on every server. */
const watchMail = (inner: Mail, store: MailStateStore) => {
  const counts = { sent: 0, failed: 0 }
  // Whether the state could be stored must not affect the sending of mail.
  const ignoreFailure = (write: Promise<unknown>) => write.catch(() => undefined)
  return {
    send: async (message: Message): Promise<void> => {
      try {
        await inner.send(message)
      } catch (error) {
        counts.failed += 1
        const code = getErrorCode(error instanceof Error ? (error.cause ?? error) : error)
        if (code !== REFUSED_RECIPIENT)
          await ignoreFailure(
            store.noteFailed(REASONS[code] ?? 'The mail server refused the email.'),
          )
        throw error
      }
      counts.sent += 1
      await ignoreFailure(store.noteSent())
    },
    state: store.read,
    /** How many emails this process has sent, and failed to send. */
    getCounts: (): Readonly<Record<'sent' | 'failed', number>> => counts,
  }
}
export type WatchedMail = ReturnType<typeof watchMail>

/** Emails go to a mail server, or to a local page in development; `mail` is null if neither exists. */
export const openMail = (env: Env, pool: Connection, siteName: SiteName) => {
  const smtp = env.SMTP_URL
    ? watchMail(
        brandMail(siteName, createSmtpMail(env.SMTP_URL, env.MAIL_FROM)),
        createMailStateStore(pool),
      )
    : null
  const localMail = !smtp && canUseLocalStandIns(env) ? createLocalMail() : null
  return { smtp, localMail, mail: smtp ?? (localMail && brandMail(siteName, localMail.mail)) }
}

const MAX_MESSAGES = 20

const renderMessage = ({ to, subject, text }: Message) =>
  `<article><h2>${escapeHtml(subject)}</h2><span>To ${escapeHtml(to)}</span><pre>${writeLinkedText(text)}</pre></article>`

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
    renderPage: () =>
      renderHtmlPage(
        'Emails on this machine',
        `<p>No email server is set up (SMTP_URL), so emails appear here, newest first, until the server stops.</p>${sent.map(renderMessage).join('') || '<article>No emails yet.</article>'}`,
      ),
  }
}
export type LocalMail = ReturnType<typeof createLocalMail>
