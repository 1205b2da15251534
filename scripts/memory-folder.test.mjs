import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMemoryFolder } from './memory-folder.mjs'

test('the folder of a run that was killed is removed, that of another run is kept', () => {
  const place = mkdtempSync(join(tmpdir(), 'wearabouts-memory-'))
  const folderOf = (pid) => join(place, `wearabouts-test-${pid}-abcdef`)
  try {
    // No process has this number.
    for (const pid of [process.ppid, 2 ** 30]) mkdirSync(folderOf(pid))
    const folder = createMemoryFolder(place)
    // A machine with little memory has none.
    if (folder === undefined) return
    expect(existsSync(folder)).toBe(true)
    expect(existsSync(folderOf(process.ppid))).toBe(true)
    expect(existsSync(folderOf(2 ** 30))).toBe(false)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

test('a place that does not exist is not used', () => {
  expect(createMemoryFolder('/none')).toBeUndefined()
})
