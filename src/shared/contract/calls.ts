import { catalogCalls, imageCalls } from './catalog.ts'
import { favoriteCalls } from './favorites.ts'
import { invitationCalls } from './invitations.ts'
import { liveCalls } from './live.ts'
import { sessionCalls } from './session.ts'
import { systemCalls } from './system.ts'
import { userCalls } from './users.ts'

/** Every call of the product. Routes, client, tests and the OpenAPI page are made from this. */
export const allCalls = {
  ...systemCalls,
  ...sessionCalls,
  ...userCalls,
  ...invitationCalls,
  ...favoriteCalls,
  ...liveCalls,
  ...catalogCalls,
  ...imageCalls,
}

export type Calls = typeof allCalls
