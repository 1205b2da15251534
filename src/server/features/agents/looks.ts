import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import {
  createAgentsStore,
  createPublicationsStore,
  createTopicsReader,
  type PublishedLook,
} from '#server/features/catalog/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { formatTileName } from '#shared/domain/celebrity.ts'
import { describeClaim } from '#shared/domain/claim.ts'
import { REMOVED_TEXT } from '#shared/messages.ts'
import { listDetailParts } from '#shared/domain/worn-details.ts'
import { decodeImageUrl, paths } from '#shared/paths.ts'
import { buildPictureUrl, PICTURE_SHAPES } from '#shared/pictures.ts'
import { type AgentSite, metaSchema, ucpProduct } from './ucp.ts'

const MAX_LOOKS = 50

export const peopleInput = z.object({
  meta: metaSchema,
  query: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('A name or a part of it; typing errors are forgiven'),
})

export const showsInput = peopleInput.extend({
  query: peopleInput.shape.query.describe('A part of the name of a show, event or tag'),
})

export const looksInput = z.object({
  meta: metaSchema,
  person: z.string().min(1).max(200).optional().describe('A name; left out: looks of everybody'),
  show: z.string().min(1).max(200).optional().describe('The name of an event or show'),
  tag: z.string().min(1).max(200).optional(),
  limit: z.number().int().min(1).max(MAX_LOOKS).default(10),
})

export const lookInput = z.object({
  meta: metaSchema,
  id: z.string().min(1).max(3_000).describe('The id of a look in list_looks'),
})

const PICTURE_PX = PICTURE_SHAPES.product.widest

const toPerson = (name: string, image: string, origin: string) => ({
  name,
  url: origin + paths.celebrity.href(name),
  picture: origin + buildPictureUrl(image, PICTURE_PX),
})

const lookFrom = (look: PublishedLook, origin: string) => {
  const path = paths.celebrityImage.href(look.image)
  return {
    id: decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)),
    title: formatTileName(look.name, look.number_of_products),
    person: look.celebrity_name,
    url: origin + path,
    picture: origin + buildPictureUrl(look.image, PICTURE_PX),
    items: look.number_of_products,
    taken_on: look.origin.takenOn,
    added_at: look.added_at.toISOString(),
    ...(look.caption && { caption: look.caption }),
    ...(look.disclosures.length > 0 && { disclosures: look.disclosures }),
    ...(look.topics.length > 0 && {
      topics: look.topics.map(({ kind, name }) => ({
        kind,
        name,
        url: origin + paths[kind].href(name),
      })),
    }),
    ...(look.season !== null && { season: look.season }),
    ...(look.episode !== null && { episode: look.episode }),
  }
}

type LookToolsDependencies = { pool: Connection; search: Pick<Search, 'searchWords'> }

/** People and looks for agents. */
export const createLookTools = ({ pool, search }: LookToolsDependencies) => {
  const looks = createPublicationsStore(pool)
  const products = createAgentsStore(pool)
  const topics = createTopicsReader(pool)
  const findTopics = async ({ show, tag }: Pick<z.output<typeof looksInput>, 'show' | 'tag'>) => {
    const named = [
      ...(show === undefined
        ? []
        : [(await topics.find('show', show)) ?? (await topics.find('event', show))]),
      ...(tag === undefined ? [] : [await topics.find('tag', tag)]),
    ]
    return named.map((topic) => {
      if (!topic) throw notFoundError('topic')
      return topic.id
    })
  }
  return {
    findPeople: async ({ query }: z.output<typeof peopleInput>, { origin }: AgentSite) => {
      const { celebrities } = await search.searchWords(query)
      return { people: celebrities.map(({ name, image }) => toPerson(name, image, origin)) }
    },

    findShows: async ({ query }: z.output<typeof showsInput>, { origin }: AgentSite) => ({
      shows: (await topics.named(query)).map(({ kind, name }) => ({
        kind,
        name,
        url: origin + paths[kind].href(name),
      })),
    }),

    listLooks: async (
      { person: name, show, tag, limit }: z.output<typeof looksInput>,
      site: AgentSite,
    ) => {
      const person = name === undefined ? null : await looks.person(name)
      if (name !== undefined && !person) throw notFoundError('person')
      const topicIds = await findTopics({ show, tag })
      const newest = await looks.newest({ ...(person && { personId: person.id }), topicIds }, limit)
      return { looks: newest.map((look) => lookFrom(look, site.origin)) }
    },

    /** What is worn in a look, with the offers of each item that has a price. */
    getLook: async ({ id }: z.output<typeof lookInput>, site: AgentSite) => {
      const url = decodeImageUrl(id)
      const [look] = url === null ? [] : await looks.byUrls([url])
      if (!look) {
        if (url !== null && (await looks.isRemoved(url))) throw new AppError(410, REMOVED_TEXT)
        throw notFoundError('look')
      }
      const worn = (await looks.wornIn([look.id])).get(look.id) ?? []
      const found = await products.products(worn.map((item) => item.id))
      const byId = new Map(found.map((product) => [product.input, product]))
      const items = worn.map(({ id, name, brand, claim, details }) => {
        const product = byId.get(id)
        return {
          id,
          title: name,
          brand,
          claim: claim ? describeClaim(claim) : null,
          details: listDetailParts(details),
          product: product ? ucpProduct(product, site) : null,
        }
      })
      return { look: lookFrom(look, site.origin), items }
    },
  }
}
