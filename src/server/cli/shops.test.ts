import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runCommand } from '#tests/support/run-command.ts'

let database: Database
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-shops-cli-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.close()
})

const shops = (...args: string[]) =>
  runCommand('shops', args, { DATABASE_URL: database.url, DATA_DIR: folder })

const SLOW_MS = 120_000

it(
  'adds a shop, and tells what could not be used and why',
  async () => {
    const file = join(folder, 'feed.tsv')
    const rows = ['a', 'b', 'c', 'd', 'e'].map(
      (id) => `${id}\tHat ${id}\thttps://a.example.com/${id}\t5 EUR`,
    )
    await writeFile(
      file,
      ['id\ttitle\tlink\tprice', ...rows, 'f\t\thttps://a.example.com/f\t5 EUR', ''].join('\n'),
    )
    const added = await shops('add', 'Hats', file, '--every', '6h')
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('5 added') })
    expect(added.stderr).toContain('line 7: Item f has no title')
    const vases = join(folder, 'vases.tsv')
    await writeFile(
      vases,
      'id\ttitle\tlink\tprice\tproduct_type\n1\tVaza\thttps://b.example.com/1\t5 EUR\tIndai\n',
    )
    expect(await shops('preview', vases)).toMatchObject({
      stdout: expect.stringContaining("1 × Indai ('Vaza' is of no kind that we know)"),
    })
    const notAdded = await shops('add', 'Vases', vases)
    expect(notAdded).toMatchObject({ code: 1, stderr: expect.stringContaining('Indai 1') })
    expect((await shops('list')).stdout).not.toContain('Vases')
    expect(await shops('add', 'Vases', vases, '--take', 'Indai')).toMatchObject({ code: 0 })
    const free = join(folder, 'free.csv')
    await writeFile(free, 'title,link,price\nHat,https://c.example.com/1,5\n')
    const asked = await shops('add', 'Free', free)
    expect(asked).toMatchObject({ code: 1 })
    expect(asked.stderr).toContain('Which currency are the prices in? Nothing was changed.')
    expect(asked.stderr).toContain('Name the currency with --currency EUR.')
    await writeFile(file, 'id\ttitle\tlink\tprice\n')
    const refused = await shops('run', 'Hats')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('The feed has no items. Nothing was changed.')
    expect(await shops('run', 'Shoes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no shop called “Shoes”'),
    })
  },
  SLOW_MS,
)
