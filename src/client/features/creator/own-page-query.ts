import { createCallQuery } from '#client/lib/query.ts'

/** The user's own page as they edit it; null if they have none. */
export const ownPageQuery = {
  ...createCallQuery(['own-creator-page'], 'GET /api/my-creator-page', {}),
  staleTime: 0,
}
