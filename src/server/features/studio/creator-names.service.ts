import type { AuditStore } from '#server/core/audit.store.ts'
import type { Connection } from '#server/core/db/query.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { type RateLimiter, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { createCreatorsStore } from '#server/features/boards/index.ts'
import {
  type CatalogWriterDependencies,
  createCatalogReader,
  createCatalogWriter,
} from '#server/features/catalog/index.ts'
import { getRole } from '#shared/contract/permissions.ts'
import { findPersonNameProblem } from '#shared/domain/person-name.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { createDraftsStore } from './drafts.store.ts'

type CreatorNamesDependencies = CatalogWriterDependencies & {
  note: AuditStore['note']
  limits: RateLimiter
}
type CreatorNames = { name: string; displayName: string }

/** Whether the catalogue has somebody else of this name, or of one that looks like it. */
export const isNameTaken = async (client: Connection, name: string, personId: number | null) => {
  const { people } = createCatalogReader(client)
  const namesakes = [await people.findByName(name), ...(await people.findLookalikes(name))]
  return namesakes.some((namesake) => namesake && namesake.id !== personId)
}

/**
 * Gives a creator's page another name and address, and their looks with it. Both former ones still lead to
 * the page if they were in use for a while.
 */
export const createCreatorRenaming = (dependencies: CreatorNamesDependencies) => {
  const writeCatalog = createCatalogWriter(dependencies)

  return async (user: SessionUser, { name, displayName }: CreatorNames) => {
    const { uid } = user
    const problem = findPersonNameProblem(displayName)
    if (problem) throw new AppError(409, NAME_PROBLEMS[problem])
    const { former } = await writeCatalog(async (catalog, client) => {
      const creators = createCreatorsStore(client)
      if (getRole(user) === 'creator') await creators.create(uid, displayName, [name])
      const page = await creators.byUser(uid)
      if (!page)
        throw getRole(user) === 'creator'
          ? new AppError(409, STUDIO_ERRORS.addressTaken(name))
          : notFoundError('creator')
      if (await isNameTaken(client, displayName, page.person_id))
        throw new AppError(409, STUDIO_ERRORS.nameTaken(displayName))
      const formerName = await creators.setNames(uid, { name, displayName })
      if (!formerName) throw new AppError(409, STUDIO_ERRORS.addressTaken(name))
      refuseIfTooMany(await dependencies.limits.take('pageNames', uid))
      if (page.person_id === null || page.display_name === displayName)
        return { former: page.display_name, touched: [] }
      const touched = await catalog.renamePerson(page.person_id, displayName, formerName.isKept)
      await createDraftsStore(client).respellPerson(page.person_id, displayName, null)
      return { former: page.display_name, touched }
    })
    await dependencies.note(uid, 'creator-renamed', uid, {
      subjectName: displayName,
      detail: `${former} → ${displayName}`,
    })
  }
}
