import { createTransport } from 'nodemailer'
import { AppError } from '#server/core/http/errors.ts'

export type Message = { to: string; subject: string; text: string }
export type Mail = { send(message: Message): Promise<void> }

const TIMEOUT_MS = 10_000

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
    send: async ({ to, subject, text }) => {
      // An object, because a string would be parsed as a list of addresses.
      await transport
        .sendMail({ from, to: { name: '', address: to }, subject, text })
        .catch((cause: unknown) => {
          throw new AppError(502, 'The e-mail could not be sent. Please try again later.', {
            cause,
          })
        })
    },
  }
}
