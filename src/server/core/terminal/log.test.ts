import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { createLog } from './log.ts'

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
  const file = JSON.stringify(new URL('./log.ts', import.meta.url).href)
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
