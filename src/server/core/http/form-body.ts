import { MULTIPART_BYTES } from '#shared/contract/call.ts'
import { AppError } from './errors.ts'
import { HTTP_TEXT } from './http-messages.ts'

/** Far more than any form of ours has. */
const MAX_PARTS = 32
/** Room for a file name of 255 characters, each percent-encoded. */
const MAX_PART_HEADER_BYTES = 4 * 1024
const END_OF_HEADER = '\r\n\r\n'
/** CR, LF and two dashes, before each boundary. */
const DELIMITER_BYTES = 4
/** The parser ignores empty lines after the last boundary. */
const MAX_EPILOGUE_BYTES = 1024
const END_OF_FORM = '--'
const FILE_NAME = /;\s*filename\*?=/i

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

const tooManyPartsError = () => new AppError(413, HTTP_TEXT.tooManyParts(MAX_PARTS))

const tooMuchTextError = () => new AppError(413, HTTP_TEXT.tooMuchText(MULTIPART_BYTES / 1024))

const unreadableFormError = () => new AppError(400, HTTP_TEXT.unreadableForm)

/**
 * Where the boundary ends each time. The parser ends a part wherever it finds the boundary, so one in
 * the middle of a file counts as well, and the last one ends the form.
 */
const findBoundaries = (body: Buffer, boundary: string): number[] => {
  const ends: number[] = []
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length
    ends.push(at)
    if (ends.length > MAX_PARTS + 1) throw tooManyPartsError()
  }
  return ends
}

/** Zero for a file. */
const measureText = (body: Buffer, start: number, end: number): number => {
  const header = body.subarray(start, start + MAX_PART_HEADER_BYTES + END_OF_HEADER.length)
  const headerBytes = header.indexOf(END_OF_HEADER)
  if (headerBytes < 0) throw new AppError(413, HTTP_TEXT.longPartHeader)
  const isFile = FILE_NAME.test(header.toString('latin1', 0, headerBytes))
  return isFile ? 0 : Math.max(0, end - start - headerBytes)
}

/**
 * Refuses, without parsing it, a form that would block the event loop for long: many tiny parts, much
 * text, or megabytes outside the parts.
 */
const checkParts = (body: Buffer, boundary: string) => {
  const ends = findBoundaries(body, boundary)
  const first = ends[0] ?? 0
  const last = ends.at(-1) ?? 0
  if (first > boundary.length + DELIMITER_BYTES) throw unreadableFormError()
  let textBytes = 0
  ends.forEach((start, index) => {
    if (body.toString('latin1', start, start + 2) !== END_OF_FORM)
      textBytes += measureText(body, start, ends[index + 1] ?? body.length)
  })
  if (textBytes > MULTIPART_BYTES) throw tooMuchTextError()
  if (body.length - last > MAX_EPILOGUE_BYTES) throw unreadableFormError()
}

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
  if (!boundary) throw new AppError(415, HTTP_TEXT.notMultipart)
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
