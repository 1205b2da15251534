import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { getBenchFolder } from './bench-database.ts'
import { runChild } from './child.ts'
import { printFigures } from './statistics.ts'
import { generateRows } from './synthetic-rows.ts'

/** What a run that changes one price in a hundred may cost, of what the first one did. */
const MOST_OF_FIRST = 0.25
/** What a million items may take. */
const LIMIT_MB = 400
const CHANGED_EVERY = 100
/** What the first run may take, of the time of a bare COPY of the rows that it writes. */
const MOST_OF_COPY = 4

const bareCopySchema = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  tables: z.array(z.object({ table: z.string(), rows: z.number(), seconds: z.number() })),
})
const resultSchema = z.object({
  outcome: z.string(),
  reason: z.string().nullable(),
  items: z.number(),
  added: z.number(),
  changed: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  peakMegabytes: z.number(),
  slowestReadMs: z.number(),
  bareCopy: bareCopySchema.nullable(),
})

const escapeXml = (text: string) => text.replaceAll('&', '&amp;')

/** A Google Merchant feed; `edition` changes its bytes, and `changes` some of its prices. */
function* generateFeed(count: number, edition: string, changes: boolean): Generator<string> {
  yield `<?xml version="1.0"?>\n<!-- ${edition} -->\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n`
  let index = 0
  for (const row of generateRows(count)) {
    const price = changes && index % CHANGED_EVERY === 0 ? '1.00 USD' : row.price
    yield `<item><g:id>${index}</g:id><title>${escapeXml(row.name)} ${index}</title><link>https://shop.example.com/p/${index}?a=1&amp;b=2</link><g:description>&lt;p&gt;${escapeXml(row.name)} by ${row.brand}. Made to be worn every day.&lt;/p&gt;</g:description><g:image_link>https://cdn.example.com/${index}.jpg</g:image_link><g:price>${price}</g:price><g:availability>${index % 9 === 0 ? 'out of stock' : 'in_stock'}</g:availability><g:brand>${row.brand}</g:brand><g:google_product_category>Apparel &amp;amp; Accessories &gt; Clothing</g:google_product_category></item>\n`
    index += 1
  }
  yield '</channel></rss>\n'
}

type Run = { seconds: number; 'CPU s': number }

const printBareCopy = (bareCopy: z.infer<typeof bareCopySchema>, first: Run) => {
  const { tables, seconds, cpuSeconds } = bareCopy
  printFigures('A bare COPY of the rows that the first run wrote', [
    ...tables.filter(({ rows }) => rows > 1),
    { table: 'all', rows: '', seconds },
  ])
  const ratio = first.seconds / seconds
  process.stdout.write(
    `The first run took ${first.seconds.toFixed(1)} s, the bare COPY ${seconds.toFixed(1)} s: ${ratio.toFixed(2)} times as long (at most ${MOST_OF_COPY}: ${ratio <= MOST_OF_COPY ? 'yes' : 'NO'}), with ${(first['CPU s'] / cpuSeconds).toFixed(2)} times the CPU time (${cpuSeconds.toFixed(1)} s)\n`,
  )
}

export const benchShops = async (count: number) => {
  const folder = getBenchFolder('shops')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const file = join(folder, 'feed.xml')
  let bareCopy: z.infer<typeof bareCopySchema> | null = null
  const run = async (label: string, edition: string, changes = false) => {
    await pipeline(Readable.from(generateFeed(count, edition, changes)), createWriteStream(file))
    const { size } = await stat(file)
    const isCopied = bareCopy === null ? 'yes' : 'no'
    const { reason, slowestReadMs, peakMegabytes, cpuSeconds, ...child } = resultSchema.parse(
      JSON.parse(await runChild('./shops-child.ts', [file, join(folder, 'data'), isCopied])),
    )
    const { bareCopy: copied, ...result } = child
    bareCopy ??= copied
    return {
      run: label,
      ...result,
      outcome: reason ?? result.outcome,
      'CPU s': cpuSeconds,
      'file MB': size / 1e6,
      'peak MB': peakMegabytes,
      [`under ${LIMIT_MB} MB`]: peakMegabytes < LIMIT_MB ? 'yes' : 'NO',
      'slowest read ms': slowestReadMs,
    }
  }
  const runs = [
    await run('for the first time', 'first'),
    await run('the same bytes', 'first'),
    await run('the same items in other bytes', 'second'),
    await run('one price in a hundred changed', 'third', true),
  ]
  const [first, last] = [runs[0], runs.at(-1)]
  printFigures(`Reading a shop's feed of ${count} items`, runs)
  if (first && bareCopy) printBareCopy(bareCopy, first)
  if (first && last) {
    const ofTime = last.seconds / first.seconds
    const ofWork = last['CPU s'] / first['CPU s']
    process.stdout.write(
      `One price in a hundred: ${ofTime.toFixed(2)} of the first run's time, ${ofWork.toFixed(2)} of its CPU time (at most ${MOST_OF_FIRST}: ${ofWork <= MOST_OF_FIRST ? 'yes' : 'NO'})\n`,
    )
  }
  await rm(folder, { recursive: true, force: true })
}
