import { z } from 'zod'
import type { Core } from '#server/core/core.ts'
import { readPage } from '#server/core/db/query.ts'
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createCreatorsStore } from '#server/features/boards/index.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import type { adminPeopleCalls } from '#shared/contract/admin-people.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { PeopleManagement } from './people.service.ts'

const cursor = z
  .tuple([z.string(), z.int32()])
  .transform(([foldedName, id]) => ({ foldedName, id }))

export const peopleHandlers = (
  { pool }: Pick<Core, 'pool'>,
  management: PeopleManagement,
): Handlers<typeof adminPeopleCalls> => ({
  'GET /api/admin/people': async ({ query }) => {
    const after = query.after === undefined ? null : decodeCursor(query.after, cursor)
    const { page, next } = await readPage(
      (limit) => createCatalogReader(pool).people.pageForAdmins(query.q ?? '', after, limit),
      ({ foldedName, id }) => encodeCursor(foldedName, id),
    )
    const pages = await createCreatorsStore(pool).pagesOf(page.map(({ id }) => id))
    const people = page.map((row) => {
      const { foldedName: _, ...person } = row
      return Object.assign(person, { creatorPage: pages.get(person.id) ?? null })
    })
    return succeeded({ people, next })
  },

  'PUT /api/admin/people/:id/name': async ({ params, body, user }) =>
    management.rename(user.uid, params.id, body.name),

  'PUT /api/admin/people/:id/other-names': async ({ params, body, user }) =>
    management.setOtherNames(user.uid, params.id, body.names),

  'PUT /api/admin/people/:id/portrait': async ({ params, body, user }) =>
    management.choosePortrait(user.uid, params.id, body.look),

  'POST /api/admin/people/:id/merge': async ({ params, body, user }) =>
    management.merge(user.uid, params.id, body.into),
})
