import { describe, expect, it } from 'vitest'
import { zipOf as zipFile } from '#tests/support/zip-file.ts'
import { datesIn, photosOfArchive } from './archive-import.tsx'
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
        { name: '__MACOSX/export/media/posts/._1.jpg', content: 'junk' },
        { name: 'export/media/posts/5.mp4', content: 'video' },
        { name: 'export/media/posts/empty.jpg', content: '' },
      ]),
    )
    expect(photos.map(({ entry, takenOn }) => [entry.name, takenOn])).toEqual([
      ['export/media/posts/1.jpg', '2024-03-09'],
      ['export/media/posts/2.jpg', '2020-09-13'],
      ['export/media/posts/3.JPEG', null],
    ])
  })

  it('ignores times that are none', () => {
    expect(datesIn({ uri: 'a.jpg', creation_timestamp: 1e18 }).size).toBe(0)
    expect(datesIn([{ uri: 'a.jpg', creation_timestamp: 'yesterday' }, null, 3]).size).toBe(0)
  })
})
