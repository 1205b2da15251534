import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectFeed } from '#tests/support/feed-items.ts'
import { feedFileText } from './feed-file.ts'
import { BrokenFeedError } from './feed-item.ts'
import { readFeedFile } from './feed-parser.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-feed-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An archive as programs write it. `flags` and `method` may claim what is not true. */
const zip = (
  files: Record<string, string | Buffer>,
  { flags = 0, method = 8 }: { flags?: number; method?: number } = {},
) => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const [name, content] of Object.entries(files)) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(position, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), head, tail, Buffer.from(name)]),
    )
    locals.push(local)
    position += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(position, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end])
}

const read = async (bytes: Buffer, maxBytes = 10_000_000) => {
  const file = join(folder, 'feed')
  await writeFile(file, bytes)
  return collectFeed((sink) =>
    readFeedFile(feedFileText(file, { maxBytes }), sink, { format: null }),
  )
}
const CSV = 'id,title,link,price\n1,Hat,https://a.example.com/1,5 EUR\n'

describe('a ZIP archive', () => {
  it('with one feed is read, stored or deflated, beside files that are none', async () => {
    const files = {
      'a/feed.csv': CSV,
      '__MACOSX/a/._feed.csv': 'x',
      'a/.hidden': 'x',
      'b.pdf': 'x',
    }
    for (const method of [0, 8])
      expect((await read(zip(files, { method }))).items).toMatchObject([{ id: '1', amount: 5 }])
  })

  it.each<[string, Buffer, string]>([
    ['with two feeds', zip({ 'a.csv': CSV, 'b.csv': CSV }), '2 feeds (a.csv, b.csv)'],
    ['with none', zip({ 'a.pdf': 'x', 'b.pdf': 'x' }), 'no feed (a.pdf, b.pdf)'],
    ['that is cut', zip({ 'a.csv': CSV }).subarray(0, 60), 'damaged or truncated'],
    ['with a password', zip({ 'a.csv': CSV }, { flags: 1 }), 'password'],
    ['of a rare method', zip({ 'a.csv': CSV }, { method: 14 }), 'method'],
    ['inside another', zip({ 'a.csv': zip({ 'b.csv': CSV }) }), 'inside another'],
    // Ten megabytes of spaces take ten kilobytes.
    ['that unpacks into too much', zip({ 'a.csv': ' '.repeat(11_000_000) }), 'larger than'],
  ])('%s is refused', async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason)
    await expect(read(bytes)).rejects.toBeInstanceOf(BrokenFeedError)
  })

  it('whose content is damaged is refused', async () => {
    const bytes = zip({ 'a.csv': CSV.repeat(50) })
    bytes.fill(0xff, 40, 60)
    await expect(read(bytes)).rejects.toBeInstanceOf(BrokenFeedError)
  })
})

const sheet = (rows: string) =>
  zip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="x"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="x" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })
const texts = (row: number, ...values: string[]) =>
  `<row r="${row}">${values
    .map((value, at) => `<c r="${'ABCDEFG'[at]}${row}" t="str"><v>${value}</v></c>`)
    .join('')}</row>`
const HEAD = texts(1, 'id', 'title', 'link', 'price', 'currency', 'gtin')

describe('an Excel file', () => {
  it('is read with numbers as they are shown, gaps, line breaks and quotes', async () => {
    const rows = `${HEAD}<row r="2"/>
<row r="3"><c r="A3"><v>7</v></c><c r="B3" t="inlineStr"><is><t>Hat "Nord"&#10;of wool</t></is></c>
<c r="C3" t="str"><v>https://a.example.com/7</v></c><c r="D3"><v>19.989999999999998</v></c>
<c r="E3" t="str"><v>EUR</v></c><c r="F3"><v>4.006381333931E12</v></c></row>
<row r="4"><c r="B4" t="str"><v>Cap</v></c><c r="D4"><v>3</v></c><c r="E4" t="e"><v>#N/A</v></c><c r="XFD4"><v>1</v></c></row>`
    const { items, problems } = await read(sheet(rows))
    expect(items).toMatchObject([
      { id: '7', title: 'Hat "Nord" of wool', amount: 19.99, gtin: '04006381333931' },
    ])
    expect(problems).toEqual(['4: has no link'])
  })

  it('is refused if a cell begins and the file ends', async () => {
    await expect(read(sheet(`${HEAD}<row r="2"><c`))).rejects.toBeInstanceOf(BrokenFeedError)
  })

  it('is refused if its text exceeds the memory for it', async () => {
    const shared = `<sst>${'<si><t/></si>'.repeat(10)}</sst>`
    const bytes = zip({
      'xl/workbook.xml': '<workbook/>',
      'xl/sharedStrings.xml': shared,
      'xl/worksheets/sheet1.xml': '<worksheet/>',
    })
    await expect(read(bytes)).rejects.toThrow('The feed is empty')
    await expect(read(bytes, 20)).rejects.toThrow('larger than')
  })
})

it.each([
  ['windows-1250', 'Šaty žluté, tričko'],
  ['windows-1250', 'Buty żółte'],
  ['windows-1250', 'Őszi kabát, bőr'],
  ['windows-1251', 'Платье синее'],
  ['windows-1252', 'Robe à fleurs, très légère'],
  ['windows-1252', 'Grå støvler fra København'],
  ['windows-1252', 'Größe für Mädchen – weiß'],
])('recognises %s without a declaration: %s', async (encoding, text) => {
  const table = new Map<string, number>()
  for (let byte = 0x80; byte < 0x100; byte += 1)
    table.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte)
  // Some versions of Node decode windows-1252 as Latin-1.
  table.set('–', 0x96)
  const bytes = Buffer.from(Array.from(text, (char) => table.get(char) ?? char.charCodeAt(0)))
  const file = join(folder, 'encoded')
  await writeFile(file, bytes)
  let decoded = ''
  for await (const piece of feedFileText(file, { maxBytes: 1_000 })) decoded += piece
  expect(decoded).toBe(text)
  expect(await readFile(file)).toEqual(bytes)
})

it('reads JSON Lines one by one, and says which are none', async () => {
  const line = (id: number) =>
    JSON.stringify({ id, title: 'Hat', link: `https://a.example.com/${id}`, price: '5 EUR' })
  const { items, problems } = await read(
    Buffer.from([line(1), '{"id": 2,', '', line(3), ''].join('\n')),
  )
  expect(items.map(({ id, line: at }) => [id, at])).toEqual([
    ['1', 1],
    ['3', 4],
  ])
  expect(problems).toEqual(['2: is not valid JSON'])
  await expect(read(Buffer.from(`${line(1)}\n${line(2).slice(0, 20)}`))).rejects.toThrow(
    'in the middle of line 2',
  )
  const wide = `${line(1)}\n{"title": "${'x'.repeat(1_200_000)}"}`
  await expect(read(Buffer.from(wide))).rejects.toThrow('too long')
})
