import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createTemporaryDataDir } from '#tests/support/data-folder.ts'
import { sameUser } from './os-user.ts'
import { prepareSocketFolder } from './transport.ts'

const long = `/somewhere/${'deep/'.repeat(30)}postgres`
let temporary: string

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'sockets-'))
  onTestFinished(() => rm(temporary, { recursive: true, force: true }))
})

const prepare = (clusterDir: string) => prepareSocketFolder(clusterDir, sameUser, temporary)

test('the socket lies with the data', async () => {
  expect(await prepare('/srv/wearabouts/data/postgres')).toBe('/srv/wearabouts/data/postgres')
})

test.each([
  ['too long for a socket', long],
  ['a list to PostgreSQL', '/srv/a,b/postgres'],
  ['with spaces', '/srv/my data/postgres'],
])('for a path that is %s it lies in a short folder that only we may enter', async (_, path) => {
  const folder = await prepare(path)
  expect(folder).toMatch(new RegExp(`^${temporary}/wearabouts-[0-9a-f]{16}$`))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await prepare(path)).toBe(folder)
})

test('a folder of that name which others may enter is not trusted', async () => {
  await chmod(await prepare(long), 0o777)
  await expect(prepare(long)).rejects.toThrow('belongs to somebody else')
})

test('a link of that name is not trusted', async () => {
  const folder = await prepare(long)
  await rm(folder, { recursive: true })
  const elsewhere = join(temporary, 'elsewhere')
  await mkdir(elsewhere, { mode: 0o700 })
  await symlink(elsewhere, folder)
  await expect(prepare(long)).rejects.toThrow('belongs to somebody else')
})

test('a server runs on data with a long path with spaces, and finds its orphan there', async () => {
  const dataDir = await createTemporaryDataDir({ inside: join('with spaces', 'x'.repeat(120)) })
  const options = { dataDir, log: pino({ level: 'silent' }), durable: false }
  const first = await openEmbeddedDatabase(options)
  const pid = first.pid()
  await first.detach()
  const second = await openEmbeddedDatabase(options)
  expect(second.pid()).toBe(pid)
  const client = new Client({ connectionString: second.url })
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('unix_socket_directories') AS folder",
  )
  await client.end()
  await second.stop()
  const folder = rows[0]?.folder ?? ''
  expect(folder).toMatch(/wearabouts-[0-9a-f]{16}$/)
  await rm(folder, { recursive: true })
})
