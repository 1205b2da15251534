import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkNodeVersion, isInstallStale } from './install-if-stale.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const lock = (packages) => ({ packages: { '': { version: '1.0.0' }, ...packages } })
const write = (path, value) => writeFileSync(join(root, path), JSON.stringify(value))
const wanted = {
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/elsewhere-only': { version: '1.0.0', optional: true },
}

test.each([
  ['18.20.0', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['22.0.0', false],
])('Node %s is too old: %s', (version, isTooOld) => {
  expect(checkNodeVersion(version) !== undefined).toBe(isTooOld)
})

test('without packages, the install is stale', () => {
  write('package-lock.json', lock(wanted))
  expect(isInstallStale(root)).toBe(true)
})

test('an install by npm itself is up to date, without packages for other machines', () => {
  write('package-lock.json', lock(wanted))
  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/hono': { version: '4.0.0' } },
  })
  expect(isInstallStale(root)).toBe(false)
})

test.each([
  ['another version', { 'node_modules/hono': { version: '3.9.0' } }],
  ['one too few', {}],
  ['one too many', { ...wanted, 'node_modules/left-over': { version: '1.0.0' } }],
])('%s is stale', (_, packages) => {
  write('package-lock.json', lock(wanted))
  write('node_modules/.package-lock.json', { packages })
  expect(isInstallStale(root)).toBe(true)
})

test('npm knows every setting of .npmrc, so that it prints no warning before our own output', () => {
  const { stdout, stderr } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect(stderr).not.toContain('Unknown project config')
  expect(stdout.trim()).toBe('true')
})
