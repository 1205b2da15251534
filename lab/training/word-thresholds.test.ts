import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const python = (...args: string[]) =>
  spawnSync('python3', ['-B', ...args], { cwd: 'lab/training', encoding: 'utf8' })

test('a word is shown where it is right nine times in ten (test_retrieval.py)', ({
  skip,
}) => {
  if (python('-c', 'import numpy').status !== 0) skip('Needs python3 with numpy')
  const { status, stderr } = python('-m', 'unittest')
  expect(stderr).toMatch(/Ran [1-9]\d* tests/)
  expect(stderr).toMatch(/\nOK\s*$/)
  expect(status).toBe(0)
})
