import { MULTIPART_BYTES } from '#shared/contract/call.ts'
import { AppError } from './errors.ts'

/** Far more than any form of ours has. */
const MAX_PARTS = 32
const MAX_PART_HEADER_BYTES = 8 * 1024
const END_OF_HEADER = '\r\n\r\n'

/** The parameters of a header such as `multipart/form-data; boundary="x"`, quoted values included. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/** The characters of RFC 2046 without the space: with others, parsers disagree about where a part begins. */
const BOUNDARY = /^[\w'()+,./:=?-]{1,70}$/

/** Undefined if it is malformed or there are several: the parser might use another one than `checkParts`. */
const parseBoundary = (contentType: string): string | undefined => {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  const boundaries = [...contentType.matchAll(PARAMETER)]
    .filter(([, name = '']) => name.toLowerCase() === 'boundary')
    .map(([, , quoted, plain]) => quoted ?? plain ?? '')
  const [boundary = ''] = boundaries
  return boundaries.length === 1 && BOUNDARY.test(boundary) ? boundary : undefined
}

/** Counts parts without parsing them: a megabyte of tiny parts would block the event loop for long. */
const checkParts = (body: Buffer, boundary: string) => {
  let parts = 0
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length
    // The last boundary ends with two dashes and starts no part.
    if (body.toString('latin1', at, at + 2) === '--') continue
    parts += 1
    if (parts > MAX_PARTS) throw tooManyPartsError()
    const start = body.subarray(at, at + MAX_PART_HEADER_BYTES + END_OF_HEADER.length)
    if (!start.includes(END_OF_HEADER))
      throw new AppError(413, 'A part of that form has too long a header')
  }
}

const tooManyPartsError = () =>
  new AppError(413, `That form has too many parts. The limit is ${MAX_PARTS}.`)

const tooMuchTextError = () =>
  new AppError(413, `That form has too much text. The limit is ${MULTIPART_BYTES / 1024} KB.`)

type Entry = [name: string, value: File | string]

/** The fields and files of a form: multipart, or urlencoded without files. */
export const readForm = async (
  body: Buffer<ArrayBuffer>,
  contentType: string,
): Promise<Entry[]> => {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    // Decoding megabytes of it takes seconds.
    if (body.length > MULTIPART_BYTES) throw tooMuchTextError()
    const text = body.toString()
    if (text.split('&', MAX_PARTS + 1).length > MAX_PARTS) throw tooManyPartsError()
    return [...new URLSearchParams(text)]
  }
  const boundary = parseBoundary(contentType)
  if (!boundary) throw new AppError(415, 'Send this as multipart/form-data')
  checkParts(body, boundary)
  // A new header, so that the parser uses the same boundary as `checkParts`.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const entries = [...(await new Response(body, { headers }).formData())]
  const textChars = entries.reduce(
    (sum, [, value]) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  if (textChars > MULTIPART_BYTES) throw tooMuchTextError()
  return entries
}
