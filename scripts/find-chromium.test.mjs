import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, findFullBrowser, findInstalled } from './find-chromium.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
})

const program = (name, mode = 0o755) => {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

test('finds an installed Chromium on the PATH', () => {
  const path = program('chromium')
  expect(findInstalled(['/nowhere', folder].join(delimiter))).toBe(path)
})

test('prefers Chromium to Chrome and ignores files that are not executable', () => {
  program('chromium', 0o644)
  const chrome = program('google-chrome')
  expect(findInstalled(folder)).toBe(chrome)
  const chromium = program('chromium-browser')
  expect(findInstalled(folder)).toBe(chromium)
})

test('prefers the headless shell to the whole browser', () => {
  program('chromium')
  const shell = program('chromium-headless-shell')
  expect(findInstalled(folder)).toBe(shell)
})

test('finds the whole browser next to the headless shell', () => {
  program('chromium-headless-shell')
  const chromium = program('chromium')
  expect(findFullBrowser(folder)).toBe(chromium)
})

test('prefers CHROMIUM_PATH to everything else', async () => {
  vi.stubEnv('CHROMIUM_PATH', program('my-browser'))
  expect(await findChromium()).toEqual({ path: join(folder, 'my-browser') })
})

test('reports a CHROMIUM_PATH that is not executable', async () => {
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'absent'))
  expect((await findChromium()).problem).toContain('absent, which is not an executable file')
})
