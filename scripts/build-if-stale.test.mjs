import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuildStale, sourcesFingerprint } from './build-if-stale.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  for (const folder of ['dist', 'src/client/app', 'src/server', 'demo'])
    mkdirSync(join(root, folder), { recursive: true })
  write('src/client/app/router.tsx', 'one')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path, text) => writeFileSync(join(root, path), text)
const build = () => write('dist/.built-from', sourcesFingerprint(root))

test('without a build, everything is stale', () => {
  expect(isBuildStale(root)).toBe(true)
})

test('a build from the same sources is up to date, even after a new checkout', () => {
  build()
  utimesSync(join(root, 'src/client/app/router.tsx'), new Date(), new Date())
  expect(isBuildStale(root)).toBe(false)
})

test('a slash at the end of its folder does not make it stale', () => {
  build()
  expect(isBuildStale(`${root}/`)).toBe(false)
})

test.each([
  ['a changed source', 'src/client/app/router.tsx'],
  ['a new source', 'src/client/app/guard.tsx'],
  ['a changed page', 'index.html'],
  ['the server', 'src/server/main.ts'],
  ['the demo catalogue', 'demo/demo.ts'],
  ['other packages', 'package-lock.json'],
])('%s makes it stale', (_, path) => {
  build()
  write(path, 'two')
  expect(isBuildStale(root)).toBe(true)
})

test('a changed test does not make it stale', () => {
  build()
  write('src/client/app/router.test.tsx', 'two')
  expect(isBuildStale(root)).toBe(false)
})
