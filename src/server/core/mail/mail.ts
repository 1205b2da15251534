import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { codeOf } from '#server/core/error-code.ts'
import { AppError } from '#server/core/http/errors.ts'
import { inNameOf, type SiteName } from '#server/core/site-name.store.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import type { MailStateStore } from './mail-state.store.ts'

export type Message = {
  to: string
  subject: string
  text: string
  /** What somebody wrote, below the text, as it is. */
  quoted?: string
  /** As whom it is sent, if the settings of the server do not say. */
  sender?: string
  /** Where the recipient's mail program asks for no more of them, without a visit to the site. */
  unsubscribeUrl?: string
  /** The same again if it is sent again, so that it arrives once. */
  id?: string
}
export type Mail = { send(message: Message): Promise<void> }

/** Whether it was sent; if not, the log says why. For what stands even if nobody can be told. */
export const trySend = async (mail: Mail | null, message: Message, log: Logger) => {
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

const hostOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

/** RFC 8058. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Names the site instead of the product. */
export const inTheNameOf = (siteName: SiteName, mail: Mail): Mail => ({
  send: async ({ subject, text, quoted, ...message }) => {
    const sender = await siteName()
    const own = inNameOf(sender, text)
    await mail.send({
      ...message,
      sender,
      subject: inNameOf(sender, subject),
      text: quoted === undefined ? own : `${own}\n\n${quoted}`,
    })
  },
})

/** The product's own name in it is only the default. */
const senderOf = (from: string, sender: string | undefined) => {
  const [, address] = new RegExp(`^${PRODUCT_TITLE} <(.+)>$`).exec(from) ?? []
  return sender !== undefined && address !== undefined ? { name: sender, address } : from
}

/** Plain text only: it is read everywhere, and there is nothing in it to track or to fake. */
export const smtpMail = (url: string, from: string): Mail => {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message is text of ours: it must never read files or load addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, sender, unsubscribeUrl, id }) => {
      // An object, because a string would be parsed as a list of addresses.
      await transport
        .sendMail({
          from: senderOf(from, sender),
          to: { name: '', address: to },
          subject,
          text,
          ...(id === undefined ? {} : { messageId: `<${id}@${hostOf(from)}>` }),
          ...(unsubscribeUrl === undefined ? {} : { headers: unsubscribeHeaders(unsubscribeUrl) }),
        })
        .catch((cause: unknown) => {
          throw new AppError(502, 'The email could not be sent. Please try again later.', {
            cause,
          })
        })
    },
  }
}

/** Of one recipient: the mail server itself works. */
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

/** Remembers whether mail can be sent, so that administrators see it on every server. */
export const watchMail = (inner: Mail, store: MailStateStore) => {
  const counts = { sent: 0, failed: 0 }
  // The mail is sent or not, whatever becomes of the note.
  const keep = (note: Promise<unknown>) => note.catch(() => undefined)
  return {
    send: async (message: Message): Promise<void> => {
      try {
        await inner.send(message)
      } catch (error) {
        counts.failed += 1
        const code = codeOf(error instanceof Error ? (error.cause ?? error) : error)
        if (code !== REFUSED_RECIPIENT)
          await keep(store.noteFailed(REASONS[code] ?? 'The mail server refused the email.'))
        throw error
      }
      counts.sent += 1
      await keep(store.noteSent())
    },
    state: store.read,
    /** Of this process. */
    counts: (): Readonly<Record<'sent' | 'failed', number>> => counts,
  }
}
export type WatchedMail = ReturnType<typeof watchMail>
