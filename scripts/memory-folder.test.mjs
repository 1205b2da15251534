import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
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

test('other accounts can reach what they are given in it, and not list it', () => {
  const place = mkdtempSync(join(tmpdir(), 'wearabouts-memory-'))
  try {
    const folder = createMemoryFolder(place)
    if (folder === undefined) return
    expect(statSync(folder).mode & 0o777).toBe(0o711)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

test.skipIf(process.getuid?.() !== 0)("another user's folder is left alone", () => {
  const place = mkdtempSync(join(tmpdir(), 'wearabouts-memory-'))
  const theirs = join(place, `wearabouts-test-${2 ** 30}-abcdef`)
  const script = `
    process.setgid(65534)
    process.setuid(65534)
    const folder = create('${place}')
    console.log(folder === undefined ? 'no memory' : 'made')`
  try {
    chmodSync(place, 0o1777)
    mkdirSync(theirs)
    writeFileSync(join(theirs, 'file'), '')
    const imported = `import { createMemoryFolder as create } from '${import.meta.dirname}/memory-folder.mjs'`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', imported + script])
    if (String(output).trim() === 'no memory') return
    expect(String(output).trim()).toBe('made')
    expect(existsSync(theirs)).toBe(true)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

test('a place that does not exist is not used', () => {
  expect(createMemoryFolder('/none')).toBeUndefined()
})
