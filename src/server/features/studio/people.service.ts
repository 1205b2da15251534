import type { AuditStore } from '#server/core/audit.store.ts'
import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { createAlertsStore } from '#server/features/alerts/index.ts'
import { createCreatorsStore, createFollowsStore } from '#server/features/boards/index.ts'
import {
  type CatalogWriterDependencies,
  createCatalogReader,
  createCatalogWriter,
} from '#server/features/catalog/index.ts'
import { type Images, makePortrait } from '#server/features/images/index.ts'
import { createAffiliateRulesStore, createClicksStore } from '#server/features/outgoing/index.ts'
import { findPersonNameProblem } from '#shared/domain/person-name.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { createDraftsStore } from './drafts.store.ts'
import { createWithPublicFiles, type PublicFilesDependencies } from './published-pictures.ts'

type PeopleDependencies = CatalogWriterDependencies &
  PublicFilesDependencies &
  Pick<Core, 'pictures'> &
  Pick<Images, 'readPicture'> & { note: AuditStore['note'] }

/** Refuses names that are no names, and those of others. */
const requireFreeName = async (client: Connection, name: string, personId: number) => {
  const problem = findPersonNameProblem(name)
  if (problem) throw new AppError(409, NAME_PROBLEMS[problem])
  const namesake = await createCatalogReader(client).people.findByName(name)
  if (namesake && namesake.id !== personId) throw new AppError(409, STUDIO_ERRORS.namesake(name))
}

/** What administrators change about people of the catalogue. */
export const createPeopleManagement = (dependencies: PeopleDependencies) => {
  const { note, pictures, readPicture, maintenance } = dependencies
  const writeCatalog = createCatalogWriter(dependencies)
  const withPublicFiles = createWithPublicFiles(dependencies)

  return {
    rename: async (actor: string, id: number, name: string) => {
      const { former } = await writeCatalog(async (catalog, client) => {
        const [person] = await catalog.lockPeople([id])
        if (!person) throw notFoundError('person')
        await requireFreeName(client, name, id)
        const touched = await catalog.renamePerson(id, name)
        await createCreatorsStore(client).renamePerson(id, name)
        await createDraftsStore(client).respellPerson(id, name, null)
        return { former: person.name, touched }
      })
      await note(actor, 'person-renamed', String(id), {
        subjectName: name,
        detail: `${former} → ${name}`,
      })
    },

    setOtherNames: async (actor: string, id: number, names: readonly string[]) => {
      const { name } = await writeCatalog(async (catalog, client) => {
        const [person] = await catalog.lockPeople([id])
        if (!person) throw notFoundError('person')
        for (const otherName of names) await requireFreeName(client, otherName, id)
        await catalog.setOtherNames(id, names)
        return { name: person.name, touched: [] }
      })
      await note(actor, 'person-changed', String(id), {
        subjectName: name,
        detail: `other names: ${names.join(', ')}`,
      })
    },

    /** Two administrators who merge the same person take turns: the second one finds nobody. */
    merge: async (actor: string, fromId: number, intoId: number) => {
      if (fromId === intoId) throw new AppError(409, STUDIO_ERRORS.sameMerge)
      const { from, into, unused } = await writeCatalog(async (catalog, client) => {
        const people = await catalog.lockPeople([fromId, intoId])
        const former = people.find(({ id }) => id === fromId)
        const merged = people.find(({ id }) => id === intoId)
        if (!former || !merged) throw notFoundError('person')
        if (!(await createCreatorsStore(client).movePerson(fromId, merged)))
          throw new AppError(409, STUDIO_ERRORS.bothHavePages)
        const shops = await createAffiliateRulesStore(client).movePerson(fromId, intoId)
        if (shops.length > 0) throw new AppError(409, STUDIO_ERRORS.bothHaveRules(shops))
        await createClicksStore(client).movePerson(fromId, intoId)
        await createFollowsStore(client).movePerson(fromId, intoId)
        await createAlertsStore(client).movePerson(fromId, intoId)
        await createDraftsStore(client).respellPerson(fromId, merged.name, null)
        const touched = await catalog.mergePerson(fromId, merged)
        const { people: reader } = createCatalogReader(client)
        const shown = await reader.listedPortraits([former.image, merged.image])
        const unused = [former.image, merged.image].filter((image) => !shown.includes(image))
        return { from: former.name, into: merged.name, unused, touched }
      })
      await withPublicFiles(async ({ deletePortrait }) => {
        for (const image of unused) await deletePortrait(image)
      })
      await note(actor, 'person-merged', String(intoId), {
        subjectName: into,
        detail: `${from} → ${into}`,
      })
    },

    choosePortrait: async (actor: string, id: number, look: string) => {
      const { looks } = createCatalogReader(maintenance)
      const isTheirs = async (reader: typeof looks) =>
        (await reader.findByUrls([look])).some(({ personId }) => personId === id)
      if (!(await isTheirs(looks))) throw new AppError(409, STUDIO_ERRORS.notTheirLook)
      const picture = await readPicture(look, { ownerUid: null })
      if (!picture) throw new AppError(409, STUDIO_ERRORS.unreadable)
      const portrait = await pictures({ lane: 'shown', visitor: actor }, () =>
        makePortrait(Buffer.from(picture)),
      )
      const name = await withPublicFiles(async ({ writeNewPortrait, deletePortrait }) => {
        const image = await writeNewPortrait(portrait)
        const { person, isUnused } = await writeCatalog(async (catalog, client) => {
          const [person] = await catalog.lockPeople([id])
          // The look may have been removed or merged away meanwhile.
          if (!person || !(await isTheirs(createCatalogReader(client).looks)))
            throw new AppError(409, STUDIO_ERRORS.notTheirLook)
          await catalog.setPortrait(id, image)
          const { people } = createCatalogReader(client)
          const isUnused = (await people.listedPortraits([person.image])).length === 0
          return { person, isUnused, touched: [] }
        })
        if (isUnused) await deletePortrait(person.image)
        return person.name
      })
      await note(actor, 'person-changed', String(id), {
        subjectName: name,
        detail: `portrait: ${look}`,
      })
    },
  }
}
export type PeopleManagement = ReturnType<typeof createPeopleManagement>
