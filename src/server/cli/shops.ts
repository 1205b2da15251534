import { join, resolve } from 'node:path'
import { createAtomically } from '#server/core/db/query.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Env } from '#server/core/env.ts'
import { openStorage } from '#server/core/storage/open-storage.ts'
import {
  FEED_QUESTIONS,
  type FeedQuestion,
  listFeedQuestions,
} from '#shared/feed-question-messages.ts'
import {
  asSentence,
  createShopFiles,
  createShops,
  listCategories,
  SHOP_FEED_FORMATS,
  ShopError,
  type FeedRun,
} from '#server/features/ingest/index.ts'
import type { SearchDatabase } from '#server/features/search/index.ts'
import {
  findCommand,
  createProgressBar,
  runCommandLine,
  UsageError,
  withDatabase,
  withSearchDatabase,
} from './command-line.ts'

const USAGE = `Usage:
  npm run shops -- add NAME URL|FILE [--format FORMAT] [--every 6h] [--currency EUR]
                       [--condition used] [--credit TEXT] [--shop URL] [--map title=Name,…]
                       [--only fashion|all] [--take CATEGORY]… [--allow-private] [--replace]
  npm run shops -- preview URL|FILE [the same options]
  npm run shops -- list
  npm run shops -- run [NAME] [--force]
  npm run shops -- report NAME
  npm run shops -- remove NAME

add      remembers a shop's feed and reads it for the first time. With --every (minutes, hours or
         days: 30m, 6h, 1d) the server reads it again by itself.
  --format     ${SHOP_FEED_FORMATS.join(', ')};
               detected by default, as are the feeds, exports and files that docs/operations.md
               lists under 'Fill the site'. 'page' is a product page.
  --shop       the shop's own site, for files whose items have no web address
  --map        assigns columns of other files: title=Name,price=Cost,link=/p/{id};
               brand= means that no column has it
  --only       fashion (default) skips items of no known kind of fashion; all includes them
  --take       a category of the shop that is imported all the same; may be repeated
  --allow-private  reads a feed on your own network, on any port
  --currency   for feeds that state prices without a currency
  --condition  new, refurbished or used, for feeds that do not say
  --replace    the shop exists and is read from this feed from now on
  --credit     whom to credit for the pictures, shown on the shop's page
preview  shows the first ten items of a feed and where they come from, counts the categories that
         would be skipped, and writes nothing.
run      reads one feed, or all. A broken feed changes nothing, unless --force is given.
report   shows the last runs, and the unusable items with their lines.
remove   deletes a shop, its offers, and the products nobody else sells or wears.`

const MAX_PROBLEMS = 50

/** The options that answer what a refusal asks. */
const ANSWERS: Record<FeedQuestion, string> = {
  title: 'Name the column with --map title=COLUMN.',
  price: 'Name the column with --map price=COLUMN.',
  currency: 'Name the currency with --currency EUR.',
  link: 'Say how to form the address with --shop https://… --map link=/products/{column}.',
  shop: 'Name the shop with --shop https://….',
  categories: 'Take some in with --take CATEGORY, or everything with --only all.',
  seller:
    'If so, add the feed under the name of that shop with --replace. If not, add it with --force.',
}

const printFeedRun = (run: Omit<FeedRun, 'startedAt'>, name: string) => {
  const { outcome, reason, items, added, changed, unavailable, skipped, problems } = run
  const { joined, leftOut } = run
  if (outcome === 'refused' || outcome === 'failed') {
    console.error(`${name}: ${asSentence(reason ?? outcome)} Nothing was changed.`)
    for (const question of listFeedQuestions(reason ?? '')) console.error(`  ${ANSWERS[question]}`)
    process.exitCode = 1
  } else if (outcome === 'unchanged') console.log(`${name}: nothing has changed.`)
  else
    console.log(
      `${name}: ${items} items: ${added} added, ${changed} changed, ${unavailable} no longer available, ${skipped} skipped.`,
    )
  if (joined > 0) console.log(`  ${joined} sizes were joined with others of the same product.`)
  if (leftOut > 0)
    console.log(`  ${leftOut} items were skipped as not fashion: ${listCategories(run.leftOutBy)}.`)
  for (const [line, problem] of problems.slice(0, MAX_PROBLEMS))
    console.error(`  line ${line}: ${problem}`)
  if (problems.length > MAX_PROBLEMS) console.error('  and more')
}

const withAnswers = (error: unknown): never => {
  if (!(error instanceof ShopError)) throw error
  const answers = listFeedQuestions(error.message).map((question) => ANSWERS[question])
  throw new ShopError([error.message, ...answers].join(' '), { cause: error })
}

const openShops = ({ pool }: Database, env: Env, search: SearchDatabase | null) =>
  createShops({
    pool,
    atomically: createAtomically(pool),
    waitForSearch: search?.waitUntilAllApplied,
    shopFiles: createShopFiles({ pool, storage: openStorage(env, process.env) }),
    folder: join(env.DATA_DIR, 'tmp'),
  })
type Shops = ReturnType<typeof openShops>

await runCommandLine(
  USAGE,
  {
    format: { type: 'string' },
    every: { type: 'string' },
    currency: { type: 'string' },
    condition: { type: 'string' },
    credit: { type: 'string' },
    shop: { type: 'string' },
    map: { type: 'string' },
    only: { type: 'string' },
    take: { type: 'string', multiple: true },
    'allow-private': { type: 'boolean' },
    replace: { type: 'boolean' },
    force: { type: 'boolean' },
  },
  async ({ positionals: [command = '', name, source], values }) => {
    const requireValue = (value: string | undefined, question: string): string => {
      if (value === undefined) throw new UsageError(question)
      return value
    }
    const {
      force = false,
      replace = false,
      'allow-private': allowsPrivate = false,
      ...options
    } = values
    const settings = (shop: string, location: string) => ({
      ...options,
      name: shop,
      source: /^[a-z][a-z0-9+.-]+:\/\//i.test(location) ? location : resolve(location),
      allowsPrivate,
    })
    const run = findCommand<(shops: Shops) => Promise<void>>(command, {
      preview: async (shops) => {
        const location = requireValue(name, 'Which address or file?')
        const { columns, map, items, problems, leftOut, questions, seller } = await shops
          .preview(settings('', location))
          .catch(withAnswers)
        for (const [attribute, column] of Object.entries(map))
          if (columns.includes(column)) console.log(`${attribute} = ${column}`)
        for (const item of items)
          console.log(
            [item.title, item.price, item.kind ?? '', item.sizes.join(' '), item.link].join('\t'),
          )
        for (const problem of problems) console.error(`  ${problem}`)
        for (const question of questions)
          console.error(`${FEED_QUESTIONS[question]} ${ANSWERS[question]}`)
        if (seller !== null)
          console.error(`The shop '${seller}' already offers these items. ${ANSWERS.seller}`)
        for (const { category, items: count, reason, title } of leftOut)
          console.log(
            `Skipped: ${count} × ${category} ('${title}' ${reason}); --take '${category}'`,
          )
      },
      add: async (shops) => {
        const location = requireValue(source, 'Which address or file?')
        const shop = requireValue(name, 'Which name?')
        await shops.add({ ...settings(shop, location), replaces: replace })
        const { outcome } = await runOne(shops, shop)
        if (replace || (outcome !== 'refused' && outcome !== 'failed')) return
        await shops.remove(shop)
        console.error(`${shop} was not added.`)
      },
      list: async (shops) => {
        for (const feed of await shops.list())
          console.log(
            [feed.name, feed.source, feed.every ?? 'when asked', `${feed.offers} offers`].join(
              '\t',
            ),
          )
      },
      run: async (shops) => {
        const names = name === undefined ? (await shops.list()).map((feed) => feed.name) : [name]
        for (const shopName of names) await runOne(shops, shopName)
      },
      report: async (shops) => {
        const shop = requireValue(name, 'Which shop?')
        for (const past of (await shops.runs(shop)).toReversed()) printFeedRun(past, past.startedAt)
      },
      remove: async (shops) => {
        const shop = requireValue(name, 'Which shop?')
        console.log(`${shop}: ${await shops.remove(shop)} offers removed.`)
        await shops.settleRemoval()
      },
    })
    const runOne = async (shops: Shops, shop: string) => {
      const bar = createProgressBar(process.stderr)
      const result = await shops.run(shop, {
        force,
        onProgress: (items, step) => bar.show(0, step, `${items} items`),
      })
      bar.end()
      printFeedRun(result, shop)
      return result
    }
    await withDatabase((database, env, log) =>
      withSearchDatabase(database, env, log, async (search) => {
        const shops = openShops(database, env, search)
        try {
          await run(shops)
        } catch (error) {
          if (error instanceof ShopError) throw new UsageError(error.message)
          throw error
        } finally {
          await shops.close()
        }
      }),
    )
  },
)
