import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGLISH, listLanguages } from '#server/core/languages.ts'
import { createLanguage } from '#server/core/messages/language.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type ClientFiles, loadClientFiles } from './client-files.ts'

const SCRIPT = '<script type="module" crossorigin src="/assets/index-1.js"></script></head>'
const TEMPLATE = `<html lang="en">${PAGE_TEMPLATE}`.replace('</head>', SCRIPT)

const GERMAN = new Map([
  ['NAVIGATION_TEXT.contactUs', 'Kontakt'],
  ['PAGE_TEXT.aboutContact', 'So erreichst du {site}.'],
  ['BOARD_TEXT.notFound', 'Dieses Board gibt es nicht.'],
  ['LANGUAGE_TEXT.proposal', 'Diese Seite gibt es auf Deutsch.'],
])

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
  test = await startTestApp(
    {},
    { clientFiles, languages: [ENGLISH, createLanguage('ar'), createLanguage('de', () => GERMAN)] },
  )
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await test.request(path, { headers: { accept: 'text/html', ...headers } })
  const { status } = response
  return { status, html: await response.text(), location: response.headers.get('location') }
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

  it('has its title and description', async () => {
    const { html } = await open('/de/contact-us')
    expect(html).toContain('<title>Kontakt · Wearabouts</title>')
    expect(html).toContain('content="So erreichst du Wearabouts."')
    expect((await open('/contact-us')).html).toContain('<title>Contact Us · Wearabouts</title>')
    // What nobody has translated yet.
    expect((await open('/ar/contact-us')).html).toContain('<title>Contact Us · Wearabouts</title>')
  })

  it('is opened for those who chose its language, and never forced on others', async () => {
    const german = { cookie: 'language=de' }
    expect(await open('/contact-us?a=%C3%B8', german)).toMatchObject({
      status: 302,
      location: '/de/contact-us?a=%C3%B8',
    })
    expect(await open('/', german)).toMatchObject({ status: 302, location: '/de' })
    expect((await open('/ar/contact-us', german)).status).toBe(200)
    for (const cookie of ['language=en', 'language=xx', 'a=language'])
      expect((await open('/contact-us', { cookie })).status).toBe(200)
    const english = await open('/contact-us', { 'accept-language': 'de' })
    expect(english.status).toBe(200)
    expect(english.html).toContain('Diese Seite gibt es auf Deutsch.')
  })

  it('is in the sitemap', async () => {
    const xml = await (await test.request('/sitemap.xml')).text()
    const link = '<xhtml:link rel="alternate" hreflang="de" href="http://wearabouts.test/de'
    expect(xml).toContain(`${link}"/>`)
    expect(xml).toContain(`${link}/contact-us"/>`)
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

describe('an own call', () => {
  const call = async (path: string, language?: string, method = 'GET') => {
    const headers = {
      'content-type': 'application/json',
      ...(language && { 'accept-language': language }),
    }
    const response = await test.request(path, {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    })
    return (await response.json()) as { message: string }
  }
  const MISSING = '/api/shared-boards/00000000000000000000000000000000'

  it.each([
    ['de', 'Dieses Board gibt es nicht.'],
    ['fr-CH, de-AT;q=0.8, en;q=0.5', 'Dieses Board gibt es nicht.'],
    ['en-GB,de;q=0.9', 'This board does not exist, or it is no longer shared.'],
    ['*', 'This board does not exist, or it is no longer shared.'],
    [undefined, 'This board does not exist, or it is no longer shared.'],
  ])('for somebody who reads %s answers %s', async (language, message) => {
    expect((await call(MISSING, language)).message).toBe(message)
  })

  it('of the specification answers in English', async () => {
    const [english, german] = await Promise.all([
      call('/user.php', 'en', 'POST'),
      call('/user.php', 'de', 'POST'),
    ])
    expect(german).toEqual(english)
  })

  it('is cached for each language', async () => {
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      return (await fetch(`${test.origin}/api/celebrities`, { headers })).headers.get('etag')
    }
    const [first] = [await read('de'), await read('en')]
    expect(await read('de')).toBe(first)
  })
})
