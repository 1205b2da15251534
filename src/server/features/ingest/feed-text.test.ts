import { describe, expect, it } from 'vitest'
import { gzipText, splitIntoPieces, decodeText } from '#tests/support/feed-items.ts'
import { feedText } from './feed-text.ts'
import { BrokenFeedError } from './feed-item.ts'

const read = async (bytes: Uint8Array | string, maxBytes?: number) => {
  let text = ''
  for await (const piece of decodeText(bytes, maxBytes)) text += piece
  return text
}

const TEXT = 'id\ttitle\n1\tCafé – größe\n'

describe('a feed is read in the encoding it really has', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
    ['gzip', gzipText(TEXT)],
    ['gzip with a byte order mark', gzipText(`\uFEFF${TEXT}`)],
    ['Windows-1252 without saying so', Buffer.from(TEXT.replace('–', '\u0096'), 'latin1')],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toBe(TEXT)
  })

  it.each([
    ['that says so in its XML', '<?xml version="1.0" encoding="windows-1252"?>', undefined],
    ['that claims Latin-1', '<?xml version="1.0" encoding="ISO-8859-1"?>', undefined],
    ['whose server says so', '', 'windows-1252'],
    ['that says nothing', '', undefined],
  ])('0x80 is the euro sign in a Windows feed %s, on every Node', async (_, opening, charset) => {
    const bytes = Buffer.concat([Buffer.from(opening), Buffer.from([0x80, 0x31, 0x32])])
    let text = ''
    for await (const piece of feedText(splitIntoPieces(bytes), { maxBytes: 1_000, charset }))
      text += piece
    expect(text).toBe(`${opening}€12`)
  })

  it('only the lines that are not UTF-8 are read as Windows-1252', async () => {
    const bytes = Buffer.concat([
      Buffer.from('é 1\n'),
      Buffer.from('é 2\n', 'latin1'),
      Buffer.from('é 3'),
    ])
    expect(await read(bytes)).toBe('é 1\né 2\né 3')
  })

  it('as its XML declaration says', async () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-2"?><a>\u00b1</a>'
    expect(await read(Buffer.from(xml, 'latin1'))).toContain('<a>ą</a>')
  })
})

describe('a feed is refused', () => {
  it.each<[string, Uint8Array, string]>([
    ['as a truncated gzip file', gzipText(TEXT.repeat(100)).subarray(0, 60), 'truncated gzip'],
    ['as a ZIP archive', Buffer.from('PK\u0003\u0004rest'), 'ZIP'],
    ['in an unknown encoding', Buffer.from('<?xml version="1.0" encoding="klingon"?>'), 'klingon'],
  ])('%s', async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason)
    await expect(read(bytes)).rejects.toBeInstanceOf(BrokenFeedError)
  })

  it('when it is larger than allowed once unpacked', async () => {
    const bomb = gzipText('0'.repeat(3_000_000))
    expect(bomb.length).toBeLessThan(10_000)
    await expect(read(bomb, 2_000_000)).rejects.toThrow('larger than 2 MB')
  })
})
