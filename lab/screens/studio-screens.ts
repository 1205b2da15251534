import type { Page } from '@playwright/test'
import type { Board } from '#shared/contract/boards.ts'
import {
  type Draft,
  type DraftItem,
  type DraftProduct,
  type DraftSummary,
  NO_OCCASION,
  type Suggestion,
} from '#shared/contract/studio.ts'
import { buildEmbedPath } from '#shared/syndication.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { type Screen, type Visit, replaceCalls } from './screen.ts'

const DRAFT_ID = '6f1c2d8e-0b57-4a53-9f0e-3f3c0d7a9b11'

/** Looks and products of the running catalogue, as the studio shows them. */
const readCatalog = async ({ facts }: Visit) => {
  const { images } = await facts.images(EVERYONE)
  const [first] = images
  if (!first) throw new Error('The catalogue has no looks')
  const look = await facts.image(first.image)
  const products = look.products.map(
    ({ id, name, price, website, category, brand, product_image }): DraftProduct => ({
      id,
      title: name,
      brand: brand ?? null,
      price: price ?? '',
      shop: null,
      link: website,
      category: category as DraftProduct['category'],
      picture: product_image,
    }),
  )
  return { images, look, photo: first, products }
}

const createDraft = async (visit: Visit): Promise<Draft> => {
  const { photo, look, products } = await readCatalog(visit)
  const items = look.products.map(({ name, box }, index): DraftItem => ({
    id: `item-${index}`,
    label: name.toLowerCase(),
    category: null,
    box: box ?? { x: 0.2, y: 0.1 + index / 6, width: 0.4, height: 0.2 },
    choice:
      index === 0 && products[0]
        ? { kind: 'product', product: products[0], isExact: true, claimedBy: 'publisher' }
        : null,
  }))
  return {
    id: DRAFT_ID,
    state: 'draft',
    photo: photo.image,
    width: photo.width ?? 900,
    height: photo.height ?? 1200,
    scan: 'done',
    updatedAt: '2026-11-02T09:30:00.000Z',
    publishAt: null,
    publishProblem: null,
    handedBy: null,
    offers: [{ kind: 'bag', box: { x: 0.62, y: 0.5, width: 0.2, height: 0.15 } }],
    version: 3,
    content: {
      person: '',
      portrait: null,
      takenOn: '2026-11-01',
      source: '',
      credit: 'Pho Tographer',
      licence: '',
      caption: '',
      disclosures: [],
      tags: [],
      occasion: NO_OCCASION,
      items,
    },
    proposals: Object.fromEntries(
      items.map(({ id }, index) => {
        const product = products[index]
        const sureness = index < 3 ? ('same item' as const) : ('similar' as const)
        const proposedProducts = product ? [{ ...product, sureness }] : []
        return [id, { embedding: null, garment: `garment-${index}`, products: proposedProducts }]
      }),
    ),
    published: null,
    garments: { 'garment-1': 3 },
    upload: null,
    look: null,
    isRemoved: false,
  }
}

const createSummaries = async (visit: Visit): Promise<DraftSummary[]> => {
  const { images } = await readCatalog(visit)
  return images.slice(0, 6).map(({ image, width, height, celebrity_name }, index) => ({
    id: DRAFT_ID.replace(/.$/, String(index)),
    state: 'draft',
    photo: image,
    width: width ?? 900,
    height: height ?? 1200,
    scan: index === 0 ? 'scanning' : index === 5 ? 'failed' : 'done',
    updatedAt: '2026-11-02T09:30:00.000Z',
    publishAt: null,
    publishProblem: null,
    handedBy: null,
    person: index % 2 === 0 ? celebrity_name : '',
    takenOn: '2026-10-30',
    objects: index === 0 ? 0 : 5,
    decided: Math.max(0, index - 1),
    publisher: null,
  }))
}

const openStudio = async (visit: Visit, hash = '') => {
  await visit.signIn({ name: 'Edda Falk', role: 'editor' })
  await visit.page.goto(paths.studio.href() + hash)
  await visit.page.getByText(STUDIO_TEXT.addPhotos).waitFor()
}

const openDraft = async (visit: Visit) => {
  await visit.signIn({ name: 'Edda Falk', role: 'editor' })
  await replaceCalls(visit.page, `**/api/studio/drafts/${DRAFT_ID}`, await createDraft(visit))
  await visit.page.goto(paths.studio.href(DRAFT_ID))
  await visit.page.getByRole('heading', { name: STUDIO_TEXT.worn }).waitFor()
}

const sendJson = async <T>(
  page: Page,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  data = {},
) => {
  if (page.url() === 'about:blank') await page.goto(paths.home.href())
  const headers = { origin: new URL(page.url()).origin }
  const reply = await page.request.fetch(path, { method, data, headers })
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
  return ((await reply.json()) as { data: T }).data
}

/** A board with looks and products, of a user who is signed in. */
const makeBoard = async (visit: Visit): Promise<string> => {
  const { page, facts } = visit
  const { images } = await facts.images(EVERYONE)
  const { products } = await readCatalog(visit)
  const { id } = await sendJson<Board>(page, 'POST', '/api/boards', { title: 'Autumn in the city' })
  await sendJson(page, 'PATCH', `/api/boards/${id}`, { about: 'Layers for wet mornings.' })
  for (const { image } of images.slice(0, 3))
    await sendJson(page, 'POST', `/api/boards/${id}/items`, { look: image })
  for (const product of products.slice(0, 3))
    await sendJson(page, 'POST', `/api/boards/${id}/items`, { product: product.id })
  return id
}

const shareBoard = async ({ page }: Visit, id: string, isPublic = false): Promise<string> => {
  const shareSettings = { until: null, isPublic }
  const board = await sendJson<Board>(page, 'PUT', `/api/boards/${id}/share`, shareSettings)
  return board.share?.token ?? ''
}

const CLICKS = Array.from({ length: 30 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 9, 19 + index)).toISOString().slice(0, 10),
  clicks: Math.round(12 + 9 * Math.sin(index / 3) + (index % 7)),
}))
export const createClicksReport = async (visit: Visit) => {
  const { images, products } = await readCatalog(visit)
  return {
    days: CLICKS,
    products: products.map(({ id, title }, index) => ({
      id,
      name: title,
      clicks: 80 - 13 * index,
    })),
    looks: images.slice(0, 4).map(({ image, celebrity_name }, index) => ({
      image,
      person: celebrity_name,
      clicks: 120 - 25 * index,
    })),
  }
}

/** Of the studio, boards, creators and followers. */
export const studioScreens: Screen[] = [
  { name: 'studio-empty', open: (visit) => openStudio(visit) },
  {
    name: 'studio',
    isWhole: true,
    open: async (visit) => {
      const drafts = { drafts: await createSummaries(visit), next: null }
      await replaceCalls(visit.page, '**/api/studio/drafts?*', drafts)
      await openStudio(visit)
      await visit.page.getByText('No person chosen yet').first().waitFor()
    },
  },
  { name: 'studio-draft', isWhole: true, open: openDraft },
  {
    name: 'studio-new-person',
    isWhole: true,
    open: async (visit) => {
      await openDraft(visit)
      await visit.page.getByLabel(STUDIO_TEXT.who).fill('Nova Nightingale')
      await visit.page.getByText(STUDIO_TEXT.newPerson('Nova Nightingale')).waitFor()
    },
  },
  {
    name: 'studio-picker',
    open: async (visit) => {
      await openDraft(visit)
      await visit.page.getByRole('button', { name: STUDIO_TEXT.chooseAnother }).first().click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'studio-suggestions',
    isWhole: true,
    open: async (visit) => {
      const { look, products, photo } = await readCatalog(visit)
      const suggestions = look.products
        .slice(0, 3)
        .map(({ id, name, product_image }, index): Suggestion => ({
          id: String(index + 1),
          kind: index === 1 ? 'other' : 'not-it',
          link:
            index === 1 ? 'https://shop.example.com/coats/double-breasted-wool-coat-navy' : null,
          note: index === 0 ? 'Hers has gold buttons and a wider collar.' : null,
          createdAt: '2026-11-02T09:30:00.000Z',
          others: index,
          name,
          picture: product_image ?? products[0]?.picture ?? null,
          person: look.celebrity.name,
          look: photo.image,
          wornId: id,
        }))
      await replaceCalls(visit.page, '**/api/studio/suggestions*', { suggestions, next: null })
      await openStudio(visit, '#suggestions')
      await visit.page.getByRole('list', { name: STUDIO_TEXT.suggestions }).waitFor()
    },
  },
  {
    name: 'studio-preview',
    isWhole: true,
    open: async (visit) => {
      await visit.signIn({ name: 'Edda Falk', role: 'editor' })
      const { look, photo } = await readCatalog(visit)
      const details = {
        size: '38',
        code: 'ADA10',
        codeEnds: '2027-01-31',
        source: 'https://magazine.example/looks/7',
        saidOn: '2026-05-05',
        saidBy: 'her stylist',
      }
      await replaceCalls(visit.page, '**/api/studio/drafts/*/preview', {
        ...look,
        isOtherSpelling: false,
        image: {
          url: photo.image,
          width: photo.width,
          height: photo.height,
          color: photo.color,
          disclosures: ['gifted'],
          topics: {
            names: [
              { kind: 'show', name: 'Łódź Nights' },
              { kind: 'tag', name: 'red carpet' },
              { kind: 'tag', name: '红毯' },
            ],
            season: 2,
            episode: 3,
          },
          corrections: [{ on: '2026-11-02', from: 'Velvet Dress', to: 'Silk Dress' }],
        },
        products: look.products.map((product, index) =>
          index === 0 ? Object.assign(product, { details }) : product,
        ),
      })
      await visit.page.goto(paths.studioPreview.href(DRAFT_ID))
      await visit.page.getByText('Worn in size 38').waitFor()
    },
  },
  {
    name: 'show',
    isWhole: true,
    open: async (visit) => {
      const { images } = await readCatalog(visit)
      await replaceCalls(visit.page, '**/api/topics/**', {
        kind: 'show',
        name: 'Łódź Nights',
        looks: images.slice(0, 7).map((look, index) =>
          Object.assign(look, {
            takenOn: null,
            season: index < 6 ? 2 : null,
            episode: index < 6 ? 3 - Math.floor(index / 3) : null,
          }),
        ),
        next: null,
      })
      await visit.page.goto(paths.show.href('Łódź Nights'))
      await visit.page.getByRole('heading', { name: 'Łódź Nights' }).waitFor()
    },
  },
  {
    name: 'boards',
    open: async (visit) => {
      await visit.signIn({ name: 'Greta Holm' })
      await makeBoard(visit)
      await sendJson(visit.page, 'POST', '/api/boards', { title: 'Wedding in June' })
      await visit.page.goto(paths.boards.href())
      await visit.page.getByText('Wedding in June').waitFor()
    },
  },
  {
    name: 'board',
    isWhole: true,
    open: async (visit) => {
      await visit.signIn({ name: 'Greta Holm' })
      await visit.page.goto(paths.board.href(await makeBoard(visit)))
      await visit.page.getByRole('list', { name: 'Autumn in the city' }).waitFor()
    },
  },
  {
    name: 'board-share',
    open: async (visit) => {
      await visit.signIn({ name: 'Carla Brandt', role: 'creator' })
      const id = await makeBoard(visit)
      await shareBoard(visit, id)
      await visit.page.goto(paths.board.href(id))
      await visit.page.getByRole('button', { name: BOARD_TEXT.share, exact: true }).click()
      await visit.page.getByRole('dialog').getByRole('link').waitFor()
    },
  },
  {
    name: 'shared-board',
    isWhole: true,
    open: async (visit) => {
      await visit.signIn({ name: 'Greta Holm' })
      const token = await shareBoard(visit, await makeBoard(visit))
      await visit.page.goto(paths.sharedBoard.href(token))
      await visit.page.getByRole('list', { name: 'Autumn in the city' }).waitFor()
    },
  },
  {
    name: 'creator',
    isWhole: true,
    open: async (visit) => {
      const { page } = visit
      await visit.signIn({ name: 'Carla Brandt', role: 'creator' })
      const reply = await page.request.get('/api/studio')
      const { data } = (await reply.json()) as { data: { creator: { name: string } } }
      await sendJson(page, 'PATCH', '/api/my-creator-page', {
        about: 'Stylist in Lisbon. **Linen**, _second-hand_ and good shoes.',
        links: [
          { label: 'Blog', url: 'https://carla.example.com' },
          { label: 'Newsletter', url: 'https://letters.example.com/carla' },
        ],
      })
      await shareBoard(visit, await makeBoard(visit), true)
      await page.goto(paths.creator.href(data.creator.name))
      await page.getByRole('button', { name: CREATOR_TEXT.edit }).waitFor()
    },
  },
  {
    name: 'creator-clicks',
    isWhole: true,
    open: async (visit) => {
      await visit.signIn({ name: 'Carla Brandt', role: 'creator' })
      await replaceCalls(visit.page, '**/api/my-clicks?*', await createClicksReport(visit))
      await visit.page.goto(paths.creatorClicks.href())
      await visit.page.getByRole('table').first().waitFor()
    },
  },
  {
    name: 'following',
    isWhole: true,
    open: async (visit) => {
      await visit.signIn({ name: 'Greta Holm' })
      for (const { name } of (await visit.facts.celebrities()).slice(0, 4))
        await sendJson(visit.page, 'PUT', `/api/following/${encodeURIComponent(name)}`)
      await visit.page.goto(paths.following.href())
      await visit.page.getByRole('heading', { name: FOLLOWING_TEXT.title, level: 1 }).waitFor()
    },
  },
  {
    name: 'embed-look',
    open: async (visit) => {
      const { photo } = await readCatalog(visit)
      const name = decodeURIComponent(
        paths.celebrityImage.href(photo.image).split('/').at(-1) ?? '',
      )
      await visit.page.goto(buildEmbedPath('look', name))
    },
  },
  {
    name: 'embed-person',
    open: async (visit) => {
      const { look } = await readCatalog(visit)
      await visit.page.goto(buildEmbedPath('person', look.celebrity.name))
    },
  },
]
