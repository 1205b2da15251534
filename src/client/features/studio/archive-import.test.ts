import { describe, expect, it } from 'vitest'
import { createZip as zipFile } from '#tests/support/zip-file.ts'
import { ApiError } from '#client/lib/api.ts'
import { PhotoProblem } from '#client/lib/photo.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { collectPhotoDays, photosOfArchive } from './archive.ts'
import { importPhotosAsDrafts, type ImportProgress } from './import-archive.ts'
import type { UploadParts } from './photo-upload.ts'
import { BadZip, readEntry, zipEntries } from './zip.ts'

/** As a browser gets it. */
const zipOf = (files: Parameters<typeof zipFile>[0]) => new Blob([new Uint8Array(zipFile(files))])

describe('a ZIP file', () => {
  it('gives its files, packed or not, with names in any script', async () => {
    const file = zipOf([
      { name: 'a/été.jpg', content: 'x'.repeat(5_000) },
      { name: '写真.png', content: 'plain', isPacked: false },
    ])
    const entries = await zipEntries(file)
    expect(entries.map(({ name }) => name)).toEqual(['a/été.jpg', '写真.png'])
    const contents = await Promise.all(
      entries.map(async (entry) => new TextDecoder().decode(await readEntry(file, entry))),
    )
    expect(contents).toEqual(['x'.repeat(5_000), 'plain'])
  })

  it('is refused if it is none, is damaged, or holds more than it says', async () => {
    await expect(zipEntries(new Blob(['not a zip']))).rejects.toBeInstanceOf(BadZip)
    const file = zipOf([{ name: 'bomb.jpg', content: 'x'.repeat(100_000), claimedBytes: 10 }])
    const [entry] = await zipEntries(file)
    if (!entry) throw new Error('No entry')
    await expect(readEntry(file, entry)).rejects.toThrow('larger than it says')
    await expect(readEntry(file, { ...entry, offset: 3 })).rejects.toBeInstanceOf(BadZip)
  })
})

describe('an archive', () => {
  it.each([
    ['nothing', []],
    ['no photos', [{ name: 'messages.txt', content: 'Hello' }]],
  ])('with %s in it is refused with the reason', async (_, files) => {
    const { signal } = new AbortController()
    const reading = importPhotosAsDrafts(zipOf(files), { signal, onProgress: () => undefined })
    await expect(reading).rejects.toThrow(STUDIO_TEXT.emptyArchive)
  })

  it('gives photos with the days of the export, without messages and other files', async () => {
    const posts = [
      { media: [{ uri: 'media/posts/1.jpg', creation_timestamp: 1_709_999_999 }] },
      {
        timestamp: 1_600_000_000,
        attachments: [{ data: [{ media: { uri: 'media/posts/2.jpg' } }] }],
      },
    ]
    const photos = await photosOfArchive(
      zipOf([
        { name: 'export/content/posts_1.json', content: JSON.stringify(posts) },
        { name: 'export/content/broken.json', content: '{' },
        { name: 'export/media/posts/1.jpg', content: 'one' },
        { name: 'export/media/posts/2.jpg', content: 'two' },
        { name: 'export/media/posts/3.JPEG', content: 'three' },
        { name: 'export/messages/inbox/ada/photos/4.jpg', content: 'private' },
        { name: 'export/media/profile_photos/me.jpg', content: 'portrait' },
        { name: 'export/Profile shoot/inbox-dress.jpg', content: 'four' },
        { name: '__MACOSX/export/media/posts/._1.jpg', content: 'junk' },
        { name: 'export/media/posts/5.mp4', content: 'video' },
        { name: 'export/media/posts/empty.jpg', content: '' },
      ]),
    )
    expect(photos.map(({ entry, takenOn }) => [entry.name, takenOn])).toEqual([
      ['export/media/posts/1.jpg', '2024-03-09'],
      ['export/media/posts/2.jpg', '2020-09-13'],
      ['export/media/posts/3.JPEG', null],
      ['export/Profile shoot/inbox-dress.jpg', null],
      // Not left out in silence: the server says what is wrong with it.
      ['export/media/posts/empty.jpg', null],
    ])
  })

  it('ignores times that are none', () => {
    expect(collectPhotoDays({ uri: 'a.jpg', creation_timestamp: 1e18 }).size).toBe(0)
    expect(
      collectPhotoDays([{ uri: 'a.jpg', creation_timestamp: 'yesterday' }, null, 3]).size,
    ).toBe(0)
  })
})

describe('an import', () => {
  type Sent = { text: string; fields: Record<string, string> }
  /** A server that knows photos by their text and answers each with the given errors, then with success. */
  const serverWith = (errors: Record<string, Error[]> = {}, known: readonly string[] = []) => {
    const sent: Sent[] = []
    const waited: number[] = []
    const hashes = new Map<string, number>()
    const api = async (key: string, { body, form }: { body: unknown; form?: FormData }) => {
      if (key === 'POST /api/studio/known-photos') {
        const asked = (body as { hashes: string[] }).hashes
        for (const hash of asked) hashes.set(hash, (hashes.get(hash) ?? 0) + 1)
        return { data: { known: asked.slice(0, known.length) } }
      }
      const fields = Object.fromEntries(form ?? [])
      const text = (await (fields['image'] as Blob).text()).slice(0, 20)
      const error = errors[text]?.shift()
      if (error) throw error
      sent.push({ text, fields: fields as Record<string, string> })
      return { data: { id: 'id', isNew: true } }
    }
    const scale = async (photo: Blob) => {
      if ((await photo.slice(0, 3).text()) !== 'big') throw new PhotoProblem('Not readable here')
      return { blob: new Blob(['scaled']) }
    }
    const parts = { api: api as unknown as UploadParts['api'], scale }
    return { parts, sent, waited }
  }
  const run = async (
    files: Parameters<typeof zipFile>[0],
    { parts, waited }: ReturnType<typeof serverWith>,
    signal = new AbortController().signal,
  ) => {
    const steps: ImportProgress[] = []
    const onProgress = (progress: ImportProgress) => void steps.push(progress)
    const wait = async (seconds: number) => void waited.push(seconds)
    const error = await importPhotosAsDrafts(
      zipOf(files),
      { signal, onProgress, wait },
      parts,
    ).catch((reason: unknown) => reason)
    return { error, last: steps.at(-1) }
  }
  const refusal = (status: number, details = {}) =>
    new ApiError(status, `Refused ${status}`, details)

  it('reports a photo that fails with its reason, and adds all others', async () => {
    const server = serverWith({ refused: [refusal(422)], broken: [refusal(500)] })
    const { error, last } = await run(
      [
        { name: 'damaged.jpg', content: 'x'.repeat(100_000), claimedBytes: 10 },
        { name: 'one.jpg', content: 'one' },
        { name: 'ødelagt.jpg', content: 'refused' },
        { name: '壊れた.jpg', content: 'broken' },
        { name: 'phone.heic', content: '\0\0\0\x18ftypheic' },
        { name: 'two.jpg', content: 'two' },
      ],
      server,
    )
    expect(error).toBeUndefined()
    expect(server.sent.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(last).toEqual({
      done: 6,
      total: 6,
      added: 2,
      existing: 0,
      refused: [
        { name: 'damaged.jpg', reason: 'The file is larger than it says.' },
        { name: 'ødelagt.jpg', reason: 'Refused 422' },
        { name: '壊れた.jpg', reason: 'Refused 500' },
        { name: 'phone.heic', reason: 'Not readable here' },
      ],
    })
  })

  it('says that bytes are damaged which cannot be unpacked', async () => {
    const bytes = zipFile([{ name: 'a.jpg', content: 'x'.repeat(5_000) }])
    // The packed data begin after the header of 30 bytes and the name.
    bytes.fill(0xff, 35, 45)
    const { parts } = serverWith()
    const steps: ImportProgress[] = []
    await importPhotosAsDrafts(
      new Blob([new Uint8Array(bytes)]),
      { signal: new AbortController().signal, onProgress: (progress) => void steps.push(progress) },
      parts,
    )
    expect(steps.at(-1)?.refused).toEqual([
      { name: 'a.jpg', reason: STUDIO_TEXT.archiveDamagedPhoto },
    ])
  })

  it('scales what is too large, and keeps its day and its identity', async () => {
    const day = 'big 2021:07:14 10:00:00'
    const content = day + 'x'.repeat(11 * 1_048_576)
    const server = serverWith()
    const { last } = await run([{ name: 'big.jpg', content }], server)
    expect(last).toMatchObject({ added: 1, refused: [] })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
    expect(server.sent).toMatchObject([
      {
        text: 'scaled',
        fields: {
          takenOn: '2021-07-14',
          archive: '1',
          sha256: Buffer.from(digest).toString('hex'),
        },
      },
    ])
  })

  it('waits where the server asks for it, and counts what is already there', async () => {
    const server = serverWith({ two: [refusal(429, { retryAfterSeconds: 7 }), refusal(503)] }, [
      'one',
    ])
    const files = ['one', 'two'].map((content) => ({ name: `${content}.jpg`, content }))
    const { last } = await run(files, server)
    expect(server.waited).toEqual([7, 60])
    expect(last).toMatchObject({ added: 1, existing: 1, refused: [] })
  })

  it.each([
    ['the network is gone', refusal(0)],
    ['the user is signed out', refusal(401)],
    ['there is no room for drafts', refusal(409)],
    ['the quota is used up', refusal(429, { code: 'upload-quota' })],
  ])('ends when %s, because every later photo would fail too', async (_, reason) => {
    const server = serverWith({ two: [reason] })
    const files = ['one', 'two', 'three'].map((content) => ({ name: `${content}.jpg`, content }))
    const { error, last } = await run(files, server)
    expect(error).toBe(reason)
    expect(last).toMatchObject({ done: 1, added: 1, refused: [] })
  })

  it('ends when it is stopped, without counting a photo as refused', async () => {
    const stop = new AbortController()
    const server = serverWith({ two: [refusal(429)] })
    server.waited.push = () => {
      stop.abort()
      return 0
    }
    const files = ['one', 'two', 'three'].map((content) => ({ name: `${content}.jpg`, content }))
    const { last } = await run(files, server, stop.signal)
    expect(last).toMatchObject({ done: 1, added: 1, refused: [] })
  })
})
