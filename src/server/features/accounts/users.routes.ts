import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { PROFILE_PICTURE } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { userCalls } from '#shared/contract/users.ts'
import { SERVER_ERRORS } from '#shared/messages.ts'
import { signedOutResponse } from './cookies.ts'
import type { SessionKeeper } from './sessions.ts'
import type { UsersService } from './users.service.ts'
import type { UsersStore } from './users.store.ts'

type Parts = {
  users: UsersStore
  account: UsersService
  sessions: SessionKeeper
}

const VERSIONED_CACHE = 'private, max-age=31536000, immutable'
const UNVERSIONED_CACHE = 'private, max-age=300'

export const userHandlers = (parts: Parts): Handlers<typeof userCalls> => {
  const { users, account, sessions } = parts

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
    'POST /update-last-login.php': async ({ user }) => {
      await users.noteLogin(user.uid)
    },
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
      if (!user) throw new AppError(404, 'Not found')
      return new Response(drawAvatar(user.id, user.name), {
        headers: { 'content-type': 'image/svg+xml', 'cache-control': UNVERSIONED_CACHE },
      })
    },
    'PATCH /api/account': async ({ user, body, request }) => {
      await users.rename(user.uid, body.displayName)
      return succeeded(await readCurrentUser(request))
    },
    'POST /api/account/refresh-image': async ({ user, request }) => {
      await account.refreshPicture(user)
      return succeeded(await readCurrentUser(request))
    },
    'GET /api/account/export': async ({ user, audit }) => {
      audit('data-exported')
      return Response.json(await account.export(user.uid), {
        headers: { 'content-disposition': 'attachment; filename="wearabouts-my-data.json"' },
      })
    },
    'DELETE /api/account': async ({ user, request, audit }) => {
      await account.leave(user.uid)
      audit('account-deleted')
      return signedOutResponse(succeeded(null), await sessions.end(request.headers))
    },
  }
}

const AVATAR_COLORS = ['#8c4a3b', '#2f5d62', '#5b4b8a', '#6d5f28', '#3b5b8c', '#8c3b6a', '#3f6b45']

const initialsOf = (name: string) => {
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
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${AVATAR_COLORS[index]}"/><text x="50" y="50" dy="0.36em" text-anchor="middle" font-family="Georgia, serif" font-size="40" fill="#faf7f2">${escapeHtml(initialsOf(name))}</text></svg>`
}
