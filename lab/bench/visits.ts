import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { request } from 'undici'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { formatCelebritySelection, EVERYONE, paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import type { CrowdRequest } from '#tests/support/crowd.ts'
import { insertPerson } from '#tests/support/people.ts'

export const BENCH_SECRET = 'a secret for the benchmarks alone'

/** How measured servers are started: they trust the addresses that the crowd reports. */
export const MEASURED = { AUTH_SECRET: BENCH_SECRET, TRUST_PROXY: '1', DEMO_CATALOG: 'on' }

/** The database of a running server, without migrating it: the result could be too new for that server. */
export const openRunningDatabase = (dataDir: string): Promise<Database> =>
  openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, pino({ level: 'silent' }), 'tool')

/** Below the hourly limit of one person. */
const WRITES_EACH = 500

export const PAGE = { accept: 'text/html', 'accept-encoding': 'br' }
const CALL = { accept: 'application/json', 'accept-encoding': 'br' }

const readJson = async <T>(url: string): Promise<T> => {
  const { body } = await request(url)
  return ((await body.json()) as { data: T }).data
}

/** What visitors of the demo request. */
export const createVisits = async (origin: string, { pool }: Pick<Database, 'pool'>) => {
  const feed = `/api/images?celebrities=${EVERYONE}&seed=1`
  const { images } = await readJson<{
    images: { image: string; celebrity_name: string }[]
  }>(origin + feed)
  const { products } = await readJson<{ products: { id: string; name: string }[] }>(
    `${origin}/api/products?celebrities=${EVERYONE}&seed=1`,
  )
  const people = [...new Set(images.map(({ celebrity_name }) => celebrity_name))]

  /** Splits a share among several addresses, in turn. */
  const splitShare = (
    kind: string,
    share: number,
    paths: readonly string[],
    headers = PAGE,
  ): CrowdRequest[] =>
    paths.map((path) => ({ kind, share: share / paths.length, url: origin + path, headers }))
  /** A person may save only so much in an hour. */
  const write = async (share: number): Promise<CrowdRequest> => {
    const { cookie } = await insertPerson(pool, BENCH_SECRET, { invited: true })
    return {
      kind: 'write',
      share,
      url: `${origin}/api/favorites`,
      method: 'POST',
      headers: { ...CALL, cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ product: { name: `Coat ${randomUUID()} INDEX`, id: 'INDEX' } }),
    }
  }
  const writes = (share: number, people: number) =>
    Promise.all(Array.from({ length: people }, () => write(share / people)))
  return {
    feed,
    feedPage: paths.celebritySearchResult.href(EVERYONE),
    person: (index: number) => paths.celebrity.href(people[index % people.length] ?? ''),
    product: (index: number) => {
      const { id, name } = products[index % products.length] ?? { id: '', name: '' }
      return paths.product.href(id, name)
    },
    picture: (index: number, width: number) =>
      buildPictureUrl(images[index % images.length]?.image ?? '', width),
    write,

    /** A mixed crowd; `expected` is how many requests it may send in all. */
    mixed: async (expected: number): Promise<CrowdRequest[]> => [
      ...splitShare('home', 15, ['/']),
      ...splitShare('feed page', 10, [paths.celebritySearchResult.href(EVERYONE)]),
      ...splitShare(
        'person',
        15,
        people.map((name) => paths.celebrity.href(name)),
      ),
      // Combinations that hardly repeat, so no cache has them.
      ...splitShare(
        'people',
        5,
        people.map(
          (name) => `/api/images?celebrities=${formatCelebritySelection([name])},xINDEX&seed=1`,
        ),
        CALL,
      ),
      ...splitShare(
        'product',
        10,
        products.map(({ id, name }) => paths.product.href(id, name)),
      ),
      ...splitShare('feed call', 15, [feed], CALL),
      ...splitShare('search', 5, ['/api/search?q=black%20coat%20INDEX'], CALL),
      ...splitShare(
        'picture',
        20,
        images.map(({ image }) => buildPictureUrl(image, 384)),
        { accept: 'image/avif,image/webp,*/*', 'accept-encoding': 'br' },
      ),
      ...splitShare('health check', 3, ['/healthz'], CALL),
      ...(await writes(2, Math.ceil((expected * 0.02) / WRITES_EACH))),
    ],
  }
}
