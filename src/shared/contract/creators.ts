import { z } from 'zod'
import { CREATOR_PAGE } from '#shared/studio-constants.ts'
import { defineCallsFor, envelopeSchema, rowId } from './call.ts'
import { imageTileSchema, topicSchema } from './catalog.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const nameParams = z.object({ name: z.string().min(1).max(100) })

const linkSchema = z.object({
  label: z.string().trim().min(1).max(CREATOR_PAGE.labelChars),
  url: z.url({ protocol: /^https?$/, error: () => REQUEST_TEXT.noWebAddress }).max(2_000),
})
/** A name before '@' makes an address look like that of another site. */
const newLinkSchema = linkSchema.refine(
  ({ url }) => /^https?:\/\/[^\s@/?#]+(?:[/?#]\S*)?$/i.test(url),
  { path: ['url'], error: () => REQUEST_TEXT.noWebAddress },
)

const collectionSchema = z.object({
  id: z.string(),
  token: z.string(),
  title: z.string(),
  items: z.number().int(),
  pictures: z.array(z.string()),
})
export type Collection = z.infer<typeof collectionSchema>

/** Lower-case letters and digits in words that hyphens join. */
export const creatorNameSchema = z
  .string()
  .max(CREATOR_PAGE.nameChars)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

const namedPageSchema = z.object({
  name: z.string(),
  displayName: z.string(),
  portrait: z.string(),
})
export type NamedPage = z.infer<typeof namedPageSchema>

const creatorPageSchema = z.object({
  name: z.string(),
  displayName: z.string(),
  /** The creator's name in the catalogue; null before the first look. */
  person: z.string().nullable(),
  portrait: z.string().nullable(),
  /** Rendered from markdown; contains no HTML of the creator's own. */
  about: z.string(),
  links: z.array(linkSchema),
  /** In the creator's own order. */
  looks: z.array(imageTileSchema),
  collections: z.array(collectionSchema),
})
export type CreatorPage = z.infer<typeof creatorPageSchema>

export const creatorCalls = {
  ...defineCallsFor('browse', {
    'GET /api/creators/:name': {
      summary: 'The page of a creator: text, links, looks and collections in their own order',
      params: nameParams,
      reply: envelopeSchema(creatorPageSchema),
      limit: 'sharedLists',
    },
    'GET /api/creators/:name/card': {
      summary: 'The 1200 x 630 preview of a creator',
      params: nameParams,
      reply: 'image/*',
      inLanguages: true,
      limit: 'sharedLists',
    },
    'GET /api/collections': {
      summary: 'Public boards, pages of creators, tags, events and shows by words of their names',
      query: z.object({ q: z.string().trim().min(1).max(100) }),
      reply: envelopeSchema(
        z.object({
          collections: z.array(collectionSchema),
          creators: z.array(namedPageSchema),
          topics: z.array(topicSchema),
        }),
      ),
      limit: 'search',
    },
  }),
  ...defineCallsFor('publish-own', {
    'GET /api/my-creator-page': {
      summary: 'What the user wrote on their own page; null without one',
      reply: envelopeSchema(
        z
          .object({
            name: z.string(),
            displayName: z.string(),
            about: z.string(),
            links: z.array(linkSchema),
          })
          .nullable(),
      ),
    },
    'PATCH /api/my-creator-page': {
      summary: 'Change the text (markdown) and the links of the user’s own page',
      body: z
        .object({
          about: z.string().trim().max(CREATOR_PAGE.aboutChars),
          links: z.array(newLinkSchema).max(CREATOR_PAGE.links),
        })
        .partial()
        .strict(),
      limit: 'saveProduct',
    },
    'PUT /api/my-creator-page/order': {
      summary: 'Put looks (by their pictures) or collections (by their ids) into this order',
      body: z
        .object({
          looks: z.array(z.string().max(2_000)).max(CREATOR_PAGE.looks),
          collections: z.array(rowId).max(CREATOR_PAGE.looks),
        })
        .partial()
        .strict(),
      limit: 'saveProduct',
    },
  }),
}

export const buildCreatorCardPath = (name: string): string =>
  `${LOCALE_TEXT.prefix}/api/creators/${encodeURIComponent(name)}/card`
