import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { createLog, type Welcome, formatWelcome } from '#server/core/terminal.ts'

const capture = (isTTY: boolean) => {
  const said: string[] = []
  const output = new Writable({
    write: (chunk, _, done) => {
      said.push(String(chunk))
      done()
    },
  })
  return { said, output: Object.assign(output, { isTTY }) }
}

test('is JSON if the output is no terminal', () => {
  const { said, output } = capture(false)
  createLog('info', output).warn({ kind: 'x' }, 'Slow')
  expect(JSON.parse(said.join(''))).toMatchObject({ level: 40, kind: 'x', msg: 'Slow' })
})

test('is words for people at a terminal', () => {
  const { said, output } = capture(true)
  const log = createLog('info', output)
  log.info({ items: 12, name: 'demo', nothing: null }, 'Filled')
  log.warn('Slow')
  log.debug('never shown')
  log.error({ err: new Error('The disk is full'), requestId: 'r' }, 'Not saved')
  const words = said.join('').replaceAll(/^\d\d:\d\d:\d\d/gm, 'TIME')
  expect(words).toMatch(
    /^TIME {2}Filled {2}items=12 name=demo\nTIME {2}Warning: Slow\nTIME {2}Error: Not saved\nError: The disk is full\n {4}at /,
  )
})

test.skipIf(!existsSync('/dev/full'))('a log that cannot be written ends nothing', () => {
  const file = JSON.stringify(new URL('./terminal.ts', import.meta.url).href)
  const script = `const { createLog } = await import(${file})
    const log = createLog('info')
    for (let line = 0; line < 5; line += 1) log.info('x'.repeat(1_000))
    setTimeout(() => process.stderr.write('alive'), 100)`
  const full = openSync('/dev/full', 'w')
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { stdio: ['ignore', full, 'pipe'], encoding: 'utf8', cwd: PROJECT_ROOT },
  )
  closeSync(full)
  expect({ stderr, status }).toEqual({ stderr: 'alive', status: 0 })
})

const plain = { bold: (text: string) => text, dim: (text: string) => text }
const demo: Welcome = {
  origin: 'http://127.0.0.1:3000',
  env: {
    DATA_DIR: '/home/ada/wearabouts/data',
    DATABASE_URL: undefined,
    STORAGE_URL: undefined,
    DEMO_CATALOG: true,
  },
  ways: {
    providers: [
      { label: 'Google', isLocal: true },
      { label: 'Facebook', isLocal: true },
    ],
    email: 'local',
  },
  setupLink: 'http://127.0.0.1:3000/setup#secret',
}
const text = (changes: Partial<Welcome> = {}) => formatWelcome({ ...demo, ...changes }, plain)

describe('what `npm start` prints in a terminal', () => {
  test('is the address, how to sign in, the set-up link, where data lives and what to try', () => {
    expect(text()).toBe(`
  Wearabouts is running

  Open        http://127.0.0.1:3000
  Sign in     Choose Google or Facebook, then any demo person. No password
              Emails to sign in appear on http://127.0.0.1:3000/local-mail
  Administer  Open this link within a day and sign in:
              http://127.0.0.1:3000/setup#secret
  Data        /home/ada/wearabouts/data
  Try         Browse looks      http://127.0.0.1:3000/celebrity-search-result?celebrities=feed
              Search products   http://127.0.0.1:3000/search-result?q=red+dress
              Scan a photo      http://127.0.0.1:3000/find
  Stop        Ctrl+C

`)
  })

  test('names the real ways to sign in, and no password of the database', () => {
    const said = text({
      origin: 'https://wear.example',
      env: {
        DATA_DIR: '/srv/data',
        DATABASE_URL: 'postgres://wear:hunter2@db.example:5432/wear',
        STORAGE_URL: 's3://pictures/wear',
        DEMO_CATALOG: false,
      },
      ways: { providers: [{ label: 'Our company', isLocal: false }], email: 'smtp' },
      setupLink: null,
    })
    expect(said).toContain('Sign in     With Our company or a link by email\n')
    expect(said).toContain(
      'Data        PostgreSQL db.example/wear\n              s3://pictures/wear\n',
    )
    expect(said).toContain('npm run shops -- add NAME URL')
    expect(said).not.toMatch(/hunter2|Administer|demo person/)
  })

  test('says that nobody can sign in', () => {
    expect(text({ ways: { providers: [], email: 'off' } })).toContain('Sign in     Not possible')
  })
})
