import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '#tests/support/run-command.ts'
import { findCommand, runCommandLine } from './command-line.ts'

const USAGE = 'Usage:\n  npm run tool -- greet NAME'
const commands = {
  greet: async (name = 'nobody') => console.log(`Hello ${name}`),
  fail: () => Promise.reject(new Error('The disk is full')),
}

const argv = process.argv
const log = vi.fn()
const error = vi.fn()
beforeEach(() => {
  vi.clearAllMocks()
  vi.spyOn(console, 'log').mockImplementation(log)
  vi.spyOn(console, 'error').mockImplementation(error)
})
afterEach(() => {
  process.argv = argv
  process.exitCode = undefined
})

const run = async (...words: string[]) => {
  process.argv = ['node', 'tool.ts', ...words]
  await runCommandLine(USAGE, { loud: { type: 'boolean' } }, ({ positionals: [name = '', who] }) =>
    findCommand(name, commands)(who),
  )
  return {
    code: process.exitCode,
    stdout: log.mock.lastCall?.[0],
    stderr: error.mock.lastCall?.[0],
  }
}

describe('a command-line tool', () => {
  test('runs a command with its arguments', async () => {
    expect(await run('greet', 'Ada', '--loud')).toEqual({ stdout: 'Hello Ada' })
  })

  test.each([['--help'], ['-h'], ['greet', '--help']])(
    '%s %s prints the usage',
    async (...words) => {
      expect(await run(...words)).toEqual({ stdout: USAGE })
    },
  )

  test.each([
    ['--bogus', "Unknown option '--bogus'."],
    ['tread', "Unknown command 'tread'."],
    ['toString', "Unknown command 'toString'."],
    [undefined, 'Which command?'],
  ])('called with %s says what is wrong, then the usage', async (word, problem) => {
    const ended = await run(...(word ? [word] : []))
    expect(ended).toEqual({ code: 2, stderr: `${problem}\n\n${USAGE}` })
  })

  test('says why it failed, without the usage', async () => {
    expect(await run('fail')).toEqual({ code: 1, stderr: 'The disk is full' })
  })
})

test('npm run invites -- --help prints the usage of the command', async () => {
  const { stdout } = await runCommand('invites', ['--help'])
  expect(stdout).toContain('npm run invites -- create')
})
