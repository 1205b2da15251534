import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { FOLLOWING } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { followingCalls } from '#shared/contract/following.ts'
import type { FollowsStore } from './follows.store.ts'

export const followHandlers = (store: FollowsStore): Handlers<typeof followingCalls> => ({
  'GET /api/following': async ({ user: { uid } }) =>
    succeeded({ people: await store.people(uid), looks: await store.looks(uid) }),

  'POST /api/following/seen': async ({ user, body }) => {
    await store.noteVisit(user.uid, body.until)
  },

  'PUT /api/following/:name': async ({ user: { uid }, params }) => {
    if ((await store.count(uid)) >= FOLLOWING.people)
      throw new AppError(409, `You follow ${FOLLOWING.people} people already`)
    if (!(await store.follow(uid, params.name)))
      throw new AppError(404, 'There is nobody with this name')
  },

  'DELETE /api/following/:name': async ({ user, params }) => {
    await store.unfollow(user.uid, params.name)
  },
})
