import { succeeded } from '#shared/contract/call.ts'
import type { favoriteCalls } from '#shared/contract/favorites.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { FavoritesService } from './favorites.service.ts'

export const favoriteHandlers = (favorites: FavoritesService): Handlers<typeof favoriteCalls> => ({
  'GET /api/favorites/check': async ({ user, query }) =>
    succeeded({ isFavorited: await favorites.has(user.uid, query.name) }),
  'POST /api/favorites': async ({ user, body }) => succeeded(await favorites.add(user.uid, body)),
  'DELETE /api/favorites': async ({ user, body }) => {
    await favorites.remove(user.uid, body.name)
    return succeeded(null)
  },
})
