import type { Core } from '#server/core/core.ts'
import { randomInt } from 'node:crypto'
import { type Connection, readPageById } from '#server/core/db/query.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { ENGLISH } from '#server/core/languages.ts'
import { getLanguage } from '#server/core/messages/translation.ts'
import { trySendingMail } from '#server/core/mail/mail.ts'
import {
  type AdminNotice,
  type Notice,
  type NoticeState,
  type TakedownCounts,
} from '#shared/contract/takedown.ts'
import type { MailText } from '#server/core/mail/write-mail.ts'
import { composeDeclinedMail, composeReceiptMail } from './notice-mail.ts'
import { createNoticesStore } from './notices.store.ts'
import { NOTICE_MAIL_TEXT } from './moderation-messages.ts'

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_CHARS = 8

const makeReference = () =>
  Array.from({ length: REFERENCE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

type NoticesDependencies = Pick<Core, 'pool' | 'limits' | 'mail' | 'writeMail' | 'log'> & {
  note: (actor: string | null, event: 'notice-declined', subject: string) => Promise<void>
}

/** Notices about content, from the form to the decision. */
export const createNotices = ({
  pool,
  limits,
  mail,
  writeMail,
  note,
  log,
}: NoticesDependencies) => {
  const store = createNoticesStore(pool)

  const notifySender = async (id: string, write: (notice: AdminNotice) => MailText) => {
    const notice = await store.find(id)
    if (!notice?.email) return
    const language = (await store.languageOf(id)) ?? ENGLISH.code
    const content = writeMail(language, () => write(notice))
    await trySendingMail(mail, { to: notice.email, ...content }, log)
  }

  /** `connection`: of the transaction that carries out the decision. */
  const decide = async (
    id: string,
    from: NoticeState,
    to: NoticeState,
    reason: string,
    connection: Connection = pool,
  ) => {
    const own = createNoticesStore(connection)
    if (!(await own.find(id))) throw notFoundError('notice')
    if (!(await own.decide(id, from, to, reason)))
      throw new AppError(409, NOTICE_MAIL_TEXT.decidedAlready)
  }

  return {
    notifySender,
    decide,

    /** Receipts are limited, because the sender may have entered somebody else's address. */
    receive: async (notice: Notice) => {
      refuseIfTooMany(await limits.take('noticesInAll', 'all'))
      const reference = makeReference()
      await store.add(reference, notice, getLanguage().code)
      const { email } = notice
      const isConfirmed =
        email !== null &&
        (await limits.take('noticeMails', email)) === null &&
        (await trySendingMail(
          mail,
          { to: email, ...writeMail(null, () => composeReceiptMail(reference)) },
          log,
        ))
      return { reference, isConfirmed }
    },

    list: async (state: NoticeState | null, after: string | null) => {
      const { page: notices, next } = await readPageById((limit) => store.list(state, after, limit))
      return { notices, next }
    },

    decline: async (id: string, { actor, reason }: { actor: string | null; reason: string }) => {
      await decide(id, 'open', 'declined', reason)
      await note(actor, 'notice-declined', id)
      await notifySender(id, (notice) => composeDeclinedMail(notice, reason))
    },

    /** Newest first. */
    counts: async (): Promise<TakedownCounts[]> => {
      const byKind = await store.countsByKind()
      const removals = await store.countsOfRemovals()
      const durations = await store.durations()
      const years = [...new Set([...byKind, ...removals].map(({ year }) => year))]
      return years
        .toSorted((a, b) => b - a)
        .map((year) => {
          const kinds = byKind.filter((row) => row.year === year)
          const removal = removals.find((row) => row.year === year)
          const sum = (member: 'notices' | 'removed' | 'declined') =>
            kinds.reduce((total, one) => total + one[member], 0)
          return {
            year,
            notices: sum('notices'),
            byKind: kinds.map(({ kind, notices }) => ({ kind, notices })),
            removed: sum('removed'),
            declined: sum('declined'),
            ownInitiative: removal?.own_initiative ?? 0,
            restored: removal?.restored ?? 0,
            medianHours: durations.find((row) => row.year === year)?.median_hours ?? null,
          }
        })
    },
  }
}
export type Notices = ReturnType<typeof createNotices>
