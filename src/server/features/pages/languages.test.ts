import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type ClientFiles, loadClientFiles } from './client-files.ts'

const SCRIPT = '<script type="module" crossorigin src="/assets/index-1.js"></script></head>'
const TEMPLATE = `<html lang="en">${PAGE_TEMPLATE}`.replace('</head>', SCRIPT)

let folder: string
let clientFiles: ClientFiles
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-languages-'))
  await mkdir(join(folder, 'assets', 'de-1'), { recursive: true })
  await writeFile(join(folder, 'index.html'), TEMPLATE)
  await writeFile(join(folder, 'locales.json'), '{"de":"assets/de-1/"}')
  await writeFile(join(folder, 'assets', 'index-1.js'), 'english()')
  await writeFile(join(folder, 'assets', 'react-1.js'), 'react()')
  await writeFile(join(folder, 'assets', 'de-1', 'index-1.js'), 'deutsch()')
  clientFiles = await loadClientFiles(folder, {})
  test = await startTestApp({ env: { SITE_LANGUAGES: 'de,ar' } }, { clientFiles })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (path: string) => {
  const response = await test.request(path, { headers: { accept: 'text/html' } })
  return { status: response.status, html: await response.text() }
}

describe('a page in another language', () => {
  it('has its address, its language and its scripts', async () => {
    const { status, html } = await open('/de/terms-policy')
    expect(status).toBe(200)
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('src="/assets/de-1/index-1.js"')
    expect(html).toContain('<link rel="canonical" href="http://wearabouts.test/de/terms-policy" />')
    expect((await open('/ar/terms-policy')).html).toContain('<html lang="ar" dir="rtl">')
    expect((await open('/de')).html).toContain('rel="canonical" href="http://wearabouts.test/de"')
  })

  it('is not mixed up with the English one, which names it', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const { html } = await open('/terms-policy')
      expect(html).toContain('<html lang="en">')
      expect(html).toContain('src="/assets/index-1.js"')
      expect(html.match(/hreflang="[^"]*" href="[^"]*"/g)).toEqual(
        [
          ['en', ''],
          ['ar', '/ar'],
          ['de', '/de'],
          ['x-default', ''],
        ].map(
          ([code, prefix]) =>
            `hreflang="${code}" href="http://wearabouts.test${prefix}/terms-policy"`,
        ),
      )
      expect((await open('/de/terms-policy')).html).toContain('<html lang="de">')
    }
  })

  it('can be missing', async () => {
    const { status, html } = await open('/de/nowhere')
    expect(status).toBe(404)
    expect(html).toContain('<html lang="de">')
    expect((await open('/default')).html).toContain('<html lang="en">')
  })

  it('does not exist in languages that are not offered', async () => {
    expect((await open('/fr/terms-policy')).status).toBe(404)
  })
})

it('scripts without texts are the same in every language', () => {
  const read = (path: string) => Buffer.from(clientFiles.read(path)?.plain.body ?? '').toString()
  expect(read('/assets/de-1/index-1.js')).toBe('deutsch()')
  expect(read('/assets/de-1/react-1.js')).toBe('react()')
  expect(read('/assets/de-0/react-1.js')).toBe('')
})

it('offers English alone while no other language is complete', () => {
  const codes = listLanguages().map(({ code }) => code)
  expect(codes[0]).toBe('en')
  expect(listLanguages(['ja', 'xx']).map(({ code }) => code)).toEqual(['en', 'ja'])
})
