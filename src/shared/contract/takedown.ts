import { z } from 'zod'
import { NOTICE } from '#shared/site-constants.ts'
import { defineCallsFor, envelopeSchema, rowId, idParams } from './call.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

export const NOTICE_KINDS = ['copyright', 'trademark', 'privacy', 'child-abuse', 'other'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const NOTICE_STATES = ['open', 'removed', 'declined', 'restored'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

const textSchema = (max: number) => z.string().trim().max(max)
const requiredTextSchema = (max: number) =>
  textSchema(max).min(1, { error: () => REQUEST_TEXT.missing })
const optionalTextSchema = (max: number) =>
  textSchema(max)
    .nullish()
    .transform((value) => value || null)
const confirmedSchema = z.literal(true, { error: () => REQUEST_TEXT.unconfirmed })

/** DSA Article 16(2), and for copyright DMCA section 512(c)(3). */
const noticeSchema = z
  .object({
    kind: z.enum(NOTICE_KINDS),
    /** The page or picture on this site. */
    address: requiredTextSchema(NOTICE.addressChars),
    explanation: requiredTextSchema(NOTICE.explanationChars),
    /** The work that is infringed. */
    work: optionalTextSchema(NOTICE.explanationChars),
    name: optionalTextSchema(NOTICE.nameChars),
    email: textSchema(320)
      .toLowerCase()
      .pipe(z.union([z.literal(''), z.email()]))
      .nullish()
      .transform((value) => value || null),
    /** A postal address or telephone number. */
    contact: optionalTextSchema(NOTICE.nameChars),
    /** That the notice is complete and true, in good faith. */
    goodFaith: confirmedSchema,
    /** Under penalty of perjury: that the sender owns the right, or acts for its owner. */
    authorized: z.boolean().default(false),
    signature: optionalTextSchema(NOTICE.nameChars),
  })
  .superRefine((notice, context) => {
    const need = (name: string, isGiven: boolean, message: string = REQUEST_TEXT.missing) => {
      if (!isGiven) context.addIssue({ code: 'custom', path: [name], message })
    }
    // The abuse of a child can be reported anonymously (DSA Article 16(2)(c)).
    if (notice.kind !== 'child-abuse') {
      need('name', notice.name !== null)
      need('email', notice.email !== null)
    }
    if (notice.kind === 'copyright') {
      need('work', notice.work !== null)
      need('authorized', notice.authorized, REQUEST_TEXT.unconfirmed)
      need('signature', notice.signature !== null)
    }
  })
export type Notice = z.output<typeof noticeSchema>

export const adminNoticeSchema = z.object({
  id: z.string(),
  reference: z.string(),
  receivedAt: z.string(),
  kind: z.enum(NOTICE_KINDS),
  state: z.enum(NOTICE_STATES),
  address: z.string(),
  explanation: z.string(),
  work: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  signature: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AdminNotice = z.infer<typeof adminNoticeSchema>

export const takedownSchema = z.object({
  id: z.string(),
  kind: z.enum(['look', 'picture', 'product', 'board', 'creator-page']),
  title: z.string(),
  /** Where it was. */
  subject: z.string(),
  /** The reference of the notice, if there was one. */
  reference: z.string().nullable(),
  reason: z.string(),
  removedAt: z.string(),
  /** Null while a running import delays it, or the storage does not answer. */
  doneAt: z.string().nullable(),
  restoredAt: z.string().nullable(),
  restoreReason: z.string().nullable(),
  /** Blocked addresses, including those where the content was published again. */
  pictures: z.number().int(),
  /** Whether all its pictures would be recognised if they were published again. */
  isRecognised: z.boolean(),
  /** Pictures that may be copies, which a person has to decide. */
  similar: z.array(z.string()),
})
export type AdminTakedown = z.infer<typeof takedownSchema>

const countsSchema = z.object({
  year: z.number().int(),
  notices: z.number().int(),
  byKind: z.array(z.object({ kind: z.enum(NOTICE_KINDS), notices: z.number().int() })),
  removed: z.number().int(),
  declined: z.number().int(),
  /** Removed without a notice. */
  ownInitiative: z.number().int(),
  restored: z.number().int(),
  /** From notice to decision. */
  medianHours: z.number().nullable(),
})
export type TakedownCounts = z.infer<typeof countsSchema>

const reason = requiredTextSchema(NOTICE.reasonChars)
const page = z.object({ after: rowId.optional() })

export const noticeCalls = defineCallsFor('browse', {
  'POST /api/notices': {
    summary: 'Report content that is illegal or infringes a right; the reply has a reference',
    body: noticeSchema,
    reply: envelopeSchema(z.object({ reference: z.string(), isConfirmed: z.boolean() })),
    limit: 'notices',
  },
})

export const takedownCalls = defineCallsFor('administer', {
  'GET /api/admin/notices': {
    summary: 'Notices about content, newest first',
    query: page.extend({ state: z.enum(NOTICE_STATES).optional() }),
    reply: envelopeSchema(
      z.object({ notices: z.array(adminNoticeSchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/admin/notices/:id/decline': {
    summary: 'Leave the content as it is; the sender is told the reason',
    params: idParams,
    body: z.object({ reason }),
    limit: 'adminMails',
  },
  'GET /api/admin/takedowns': {
    summary: 'What was removed, newest first',
    query: page,
    reply: envelopeSchema(
      z.object({ takedowns: z.array(takedownSchema), next: z.string().nullable() }),
    ),
  },
  'POST /api/admin/takedowns': {
    summary:
      'Remove the look, picture, product, board or creator’s page at an address everywhere, and keep it from coming back',
    recentSignIn: true,
    body: z.object({
      address: requiredTextSchema(NOTICE.addressChars),
      reason,
      notice: rowId.optional(),
    }),
    reply: envelopeSchema(takedownSchema),
    limit: 'adminMails',
  },
  'POST /api/admin/takedowns/:id/restore': {
    summary: 'Bring back what was removed, such as after a counter-notice',
    params: idParams,
    body: z.object({ reason }),
    limit: 'adminMails',
  },
  'DELETE /api/admin/takedowns/:id/similar': {
    summary: 'Keep a picture that was suspected to be a copy of a removed one',
    params: idParams,
    query: z.object({ url: z.string().min(1).max(2_000) }),
  },
  'GET /api/admin/takedown-counts': {
    summary: 'Notices and their outcomes by year',
    reply: envelopeSchema(z.object({ years: z.array(countsSchema) })),
  },
})
