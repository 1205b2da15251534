import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { catalogRow, csvOf } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { isLongRun } from '#tests/support/length.ts'
import { runCommand } from '#tests/support/run-command.ts'

let database: Database
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-cli-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.close()
})

const catalog = (...args: string[]) => runCommand('catalog', args, { DATABASE_URL: database.url })

const write = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

const SLOW_MS = 120_000

it(
  'imports a file, refuses a broken one with its line numbers, and exports',
  async () => {
    const good = await write('good.csv', csvOf([catalogRow(), catalogRow({ name: 'Boots' })]))
    const home = await write('home.txt', 'Ada Lune\n')
    const imported = await catalog('import', good, '--home', home)
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('2 added') })

    const bad = await write('bad.csv', `${csvOf([catalogRow({ name: 'Hat' })])}\nshort\n`)
    const refused = await catalog('import', bad)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('line 3: error: Too few fields: expected 5, found 1')
    expect(refused.stderr).toContain('nothing was changed')

    const exported = join(folder, 'exported.csv')
    expect(await catalog('export', exported)).toMatchObject({ code: 0 })
    const lines = (await readFile(exported, 'utf8')).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['Velvet Dress', 'Boots'])
    if (isLongRun) expect((await catalog('export')).stdout.trim().split('\r\n')).toEqual(lines)
  },
  SLOW_MS,
)

it.runIf(isLongRun)(
  'prints its usage, and the file it cannot read',
  async () => {
    expect(await catalog('inport')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage'),
    })
    const missing = await catalog('import', join(folder, 'none.csv'))
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('none.csv')
  },
  SLOW_MS,
)
