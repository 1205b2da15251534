import MarkdownIt from 'markdown-it'
import { notFoundError } from '#server/core/http/errors.ts'
import type { CreatorPage } from '#shared/contract/creators.ts'
import type { CreatorsStore } from './creators.store.ts'

/**
 * HTML is escaped. Pictures are disabled because they would tell other sites who reads the page, tables
 * because a short row is completed: 4,000 characters would become 65,536 cells.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([
  'image',
  'table',
])

/** A link without a scheme, such as `//elsewhere`, looks like one of this site. */
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url)

markdown.renderer.rules['link_open'] = (tokens, index, options, _environment, renderer) => {
  tokens[index]?.attrSet('rel', 'noopener nofollow ugc')
  return renderer.renderToken(tokens, index, options)
}

/** Safe to insert into a page: everything except markdown is escaped, and links are http or mailto. */
export const renderMarkdown = (text: string): string => markdown.render(text)

export const createCreatorPages = (store: CreatorsStore) => {
  /** `ownerId`: stays the same, whatever the page is called. */
  const readWithOwner = async (
    name: string,
  ): Promise<{ ownerId: string; isListed: boolean; page: CreatorPage }> => {
    const creator = await store.byName(name)
    if (!creator) throw notFoundError('creator')
    const person = await store.person(creator)
    const page = {
      name: creator.name,
      displayName: creator.display_name,
      person: person?.name ?? null,
      portrait: person?.portrait ?? null,
      about: renderMarkdown(creator.about),
      links: creator.links,
      looks: await store.looks(creator),
      collections: await store.collections(creator.user_id),
    }
    return { ownerId: creator.user_id, isListed: creator.is_listed, page }
  }
  return { readWithOwner, read: async (name: string) => (await readWithOwner(name)).page }
}
export type CreatorPages = ReturnType<typeof createCreatorPages>
