import { describe, expect, it, vi } from 'vitest'
import { readForm } from './form-body.ts'

const MEGABYTES_BYTES = 4_000_000
/** Far more than the parser and the checks look at. */
const fill = (text: string) => Buffer.alloc(MEGABYTES_BYTES, text)

const partHeader = (boundary: string, more = '') =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="x"${more}\r\n\r\n`)
const inFile = (boundary: string, text: string) =>
  Buffer.concat([
    partHeader(boundary, '; filename="x"'),
    fill(text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
const afterFile = (boundary: string, text: string) =>
  Buffer.concat([inFile(boundary, 'o').subarray(0, 200), fill(text)])

const send = (boundary: string, body: Buffer<ArrayBuffer>) =>
  readForm(body, `multipart/form-data; boundary=${boundary}`)

/** The parser is a method of `Response`, which other modules may replace. */
const stubParser = () => {
  const parse = vi.fn()
  vi.stubGlobal('Response', parse)
  return parse
}

describe('a form', () => {
  it('keeps its fields and its file', async () => {
    const boundary = '----form'
    const body = Buffer.concat([
      partHeader(boundary),
      Buffer.from('text\r\n'),
      inFile(boundary, '--form\r\n'),
    ])
    const [[, text] = [], [, file] = []] = await send(boundary, body)
    expect(text).toBe('text')
    expect(file).toMatchObject({ name: 'x', size: MEGABYTES_BYTES })
  })

  it.each([
    ['-', fill('-'), 413],
    ['a', fill('a--'), 413],
    ['X', fill('--X--\r\n'), 413],
    ['X', inFile('X', 'X--'), 413],
    ['X', afterFile('X', '\r\n--X--'), 413],
    ['X', fill('\r\n'), 400],
    ['X', Buffer.concat([fill('\r\n'), inFile('X', 'o')]), 400],
    ['X', Buffer.concat([inFile('X', 'o'), fill('\r\n')]), 400],
  ])('of megabytes of boundaries or empty lines is refused unread (%s)', async (...sent) => {
    const [boundary, body, status] = sent
    const searches = vi.spyOn(body, 'indexOf')
    const parse = stubParser()
    const texts = vi.spyOn(body, 'toString')
    await expect(send(boundary, body)).rejects.toMatchObject({ status })
    // One for each part that a form may have, its end, and the one too many.
    expect(searches.mock.calls.length).toBeLessThanOrEqual(34)
    expect(texts.mock.calls.length).toBeLessThanOrEqual(34)
    expect(parse).not.toHaveBeenCalled()
  })

  it('of much text is refused unread', async () => {
    const parse = stubParser()
    const body = Buffer.concat([partHeader('X'), fill('x'), Buffer.from('\r\n--X--\r\n')])
    await expect(send('X', body)).rejects.toMatchObject({ status: 413 })
    expect(parse).not.toHaveBeenCalled()
  })
})
