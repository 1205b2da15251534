import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Language } from '#server/core/languages.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createTextResponse } from '#server/core/http/text-response.ts'
import { ACCOUNT_ERRORS, SETUP_MESSAGES } from '#shared/account-messages.ts'
import { PROFILE_PICTURE } from '#shared/account-constants.ts'
import { SETUP } from './setup.service.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { dataDeletionCalls, setupCalls, userCalls } from '#shared/contract/users.ts'
import { findPersonNameProblem } from '#shared/domain/person-name.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/durations.ts'
import { NAME_PROBLEMS, SERVER_ERRORS } from '#shared/messages.ts'
import { buildDeletionStatusHref } from '#shared/paths.ts'
import { createCookie, createSignedOutResponse, createCookieResponse } from './cookies.ts'
import type { SessionKeeper } from './sessions.service.ts'
import type { Setup } from './setup.service.ts'
import type { UsersService } from './users.service.ts'
import type { FacebookDeletionStore, UsersStore } from './users.store.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

type UsersRoutesDependencies = {
  users: UsersStore
  account: UsersService
  sessions: SessionKeeper
  languages: readonly Language[]
}

const VERSIONED_CACHE = 'private, max-age=31536000, immutable'
const UNVERSIONED_CACHE = 'private, max-age=300'

export const userHandlers = ({
  users,
  account,
  sessions,
  languages,
}: UsersRoutesDependencies): Handlers<typeof userCalls> => {
  const readCurrentUser = async (request: Request): Promise<SessionUser> => {
    const user = await sessions.read(request.headers)
    if (!user) throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
    return user
  }

  return {
    'POST /user.php': async ({ user, body, request }) => {
      const isSync = 'firebase_user_data' in body
      try {
        if (isSync) await account.copyFirstPicture(user)
        const last_login = (await users.find(user.uid))?.last_login_at?.toISOString() ?? null
        return succeeded({ ...(await readCurrentUser(request)), last_login })
      } catch (cause) {
        if (cause instanceof AppError) throw cause
        throw new AppError(500, isSync ? SERVER_ERRORS.syncUser : SERVER_ERRORS.getUser, { cause })
      }
    },
    'POST /update-last-login.php': async ({ user }) => users.noteLogin(user.uid),
    'GET /api/users/:uid/picture': async ({ params, request }) => {
      const picture = await users.picture(params.uid)
      if (picture) {
        const isVersioned = new URL(request.url).searchParams.get('v') === picture.version
        return new Response(new Uint8Array(picture.content), {
          headers: {
            'content-type': picture.media_type,
            'cache-control': isVersioned ? VERSIONED_CACHE : UNVERSIONED_CACHE,
          },
        })
      }
      const user = await users.find(params.uid)
      if (!user) throw new AppError(404, HTTP_TEXT.notFound)
      return new Response(drawAvatar(user.id, user.name), {
        headers: { 'content-type': 'image/svg+xml', 'cache-control': UNVERSIONED_CACHE },
      })
    },
    'PATCH /api/account': async ({ user, body, request }) => {
      const problem = findPersonNameProblem(body.displayName)
      if (problem) throw new AppError(400, NAME_PROBLEMS[problem])
      await users.rename(user.uid, body.displayName)
      return succeeded(await readCurrentUser(request))
    },
    'POST /api/account/language': async ({ user, body }) => {
      if (!languages.some(({ code }) => code === body.language))
        throw new AppError(400, ACCOUNT_SERVICE_TEXT.unknownLanguage)
      await users.setLanguage(user.uid, body.language)
    },
    'POST /api/account/refresh-image': async ({ user, request }) => {
      await account.refreshPicture(user)
      return succeeded(await readCurrentUser(request))
    },
    'GET /api/account/export': async ({ user, audit }) => {
      audit('data-exported')
      return createTextResponse(account.exportData(user.uid), 'application/json', {
        'content-disposition': 'attachment; filename="wearabouts-my-data.json"',
      })
    },
    'DELETE /api/account': async ({ user, request, audit }) => {
      await account.deleteAccount(user.uid)
      audit('account-deleted')
      return createSignedOutResponse(succeeded(null), await sessions.end(request.headers))
    },
  }
}

const AVATAR_COLORS = ['#8c4a3b', '#2f5d62', '#5b4b8a', '#6d5f28', '#3b5b8c', '#8c3b6a', '#3f6b45']

const getInitials = (name: string) => {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}

/** The generated avatar of a user without a picture; stable per user. */
const drawAvatar = (uid: string, name: string) => {
  const { widthPx, heightPx } = PROFILE_PICTURE
  const index = createHash('sha256').update(uid).digest().readUInt8(0) % AVATAR_COLORS.length
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${AVATAR_COLORS[index]}"/><text x="50" y="50" dy="0.36em" text-anchor="middle" font-family="Georgia, serif" font-size="40" fill="#faf7f2">${escapeHtml(getInitials(name))}</text></svg>`
}

export const setupHandlers = ({
  setup,
  publicUrl,
  auditLog,
}: {
  setup: Setup
  publicUrl: string | null
  auditLog: AuditStore
}): Handlers<typeof setupCalls> => {
  // Keeps the opened link while its owner signs in, perhaps through a provider's pages.
  const cookie = createCookie('setup', SETUP.openedForMs, publicUrl?.startsWith('https:') ?? false)
  return {
    'GET /api/setup': async ({ request }) => {
      const token = cookie.read(request.headers)
      return succeeded({ isOpen: token !== null && (await setup.isValid(token)) })
    },

    'POST /api/setup/open': async ({ body }) => {
      if (!(await setup.isValid(body.token)))
        throw new AppError(400, SETUP_MESSAGES.invalidLink, { security: 'set-up-refused' })
      return createCookieResponse(succeeded(null), [cookie.write(body.token)])
    },

    'POST /api/setup/claim': async ({ user, request, audit }) => {
      await setup.claim(cookie.read(request.headers), user)
      await auditLog.note(user.uid, 'admin-made', user.uid)
      audit('admin-made')
      return createCookieResponse(succeeded(null), [cookie.clear()])
    },
  }
}

type FacebookDeletionDependencies = {
  facebookDeletions: FacebookDeletionStore
  /** Null if sign-in with Facebook is not set up or uses the local stand-in. */
  facebookSecret: string | null
  deleteFiles: () => Promise<void>
}

export const dataDeletionHandlers = ({
  facebookDeletions,
  facebookSecret,
  deleteFiles,
}: FacebookDeletionDependencies): Handlers<typeof dataDeletionCalls> => ({
  'POST /api/facebook/data-deletion': async ({ body, origin, audit }) => {
    if (facebookSecret === null) throw new AppError(404, ACCOUNT_SERVICE_TEXT.noFacebook)
    const deletion = readSignedRequest(body.signed_request, facebookSecret)
    if (!deletion) throw new AppError(400, ACCOUNT_SERVICE_TEXT.invalidSignedRequest)
    audit('deletion-requested')
    const { confirmationCode, subject } = deletion
    await facebookDeletions.deleteOnce(confirmationCode, subject)
    await deleteFiles()
    const url = `${origin}${buildDeletionStatusHref(confirmationCode)}`
    return { url, confirmation_code: confirmationCode }
  },

  'GET /api/data-deletion/:code': async ({ params }) => {
    const request = await facebookDeletions.find(params.code)
    if (!request) throw new AppError(404, ACCOUNT_SERVICE_TEXT.unknownDeletion)
    return succeeded({ outcome: request.outcome, requested_at: request.requested_at.toISOString() })
  },
})

const CODE_CHARACTERS = 20
/** A replayed request must not delete an account that was created since. */
const VALID_SECONDS = DAY_MS / SECOND_MS
const CLOCK_SKEW_SECONDS = (5 * MINUTE_MS) / SECOND_MS

const payloadSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.number(),
  user_id: z.string().min(1).max(100),
})

type DeletionRequest = {
  /** Facebook's app-scoped user ID. */
  subject: string
  /** The same however often Facebook sends the request. */
  confirmationCode: string
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Refused below, like any other unexpected payload.
    return null
  }
}

/** Parses Facebook's `signature.payload`, both base64url; null unless genuine and recent. */
export const readSignedRequest = (
  signedRequest: string,
  appSecret: string,
  now = Date.now(),
): DeletionRequest | null => {
  const [encodedSignature = '', encodedPayload = ''] = signedRequest.split('.')
  const signature = Buffer.from(encodedSignature, 'base64url')
  const expected = createHmac('sha256', appSecret).update(encodedPayload).digest()
  if (!isSameSecret(signature, expected)) return null
  const payload = payloadSchema.safeParse(
    parseJson(Buffer.from(encodedPayload, 'base64url').toString()),
  )
  if (!payload.success) return null
  const age = now / 1000 - payload.data.issued_at
  if (age > VALID_SECONDS || age < -CLOCK_SKEW_SECONDS) return null
  return {
    subject: payload.data.user_id,
    confirmationCode: createHash('sha256').update(expected).digest('hex').slice(0, CODE_CHARACTERS),
  }
}
