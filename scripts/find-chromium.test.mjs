import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, findInstalled } from './find-chromium.mjs'

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

test('an installed Chromium is found along the path', () => {
  const path = program('chromium')
  expect(findInstalled(['/nowhere', folder].join(delimiter))).toBe(path)
})

test('Chromium goes before Chrome, and what is no program does not count', () => {
  program('chromium', 0o644)
  const chrome = program('google-chrome')
  expect(findInstalled(folder)).toBe(chrome)
  const chromium = program('chromium-browser')
  expect(findInstalled(folder)).toBe(chromium)
})

test('the shell without windows goes before the whole browser', () => {
  program('chromium')
  const shell = program('chromium-headless-shell')
  expect(findInstalled(folder)).toBe(shell)
})

test('CHROMIUM_PATH goes before everything', async () => {
  vi.stubEnv('CHROMIUM_PATH', program('my-browser'))
  expect(await findChromium()).toEqual({ path: join(folder, 'my-browser') })
})

test('a CHROMIUM_PATH that leads nowhere is said', async () => {
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'absent'))
  expect((await findChromium()).problem).toContain('absent, which is no program')
})
