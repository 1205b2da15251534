import type { HonoRequest } from 'hono'
import { AppError } from './errors.ts'

/** Far more than any form of ours has. */
const MAX_PARTS = 32
const MAX_PART_HEADER_BYTES = 8 * 1024
const END_OF_HEADER = '\r\n\r\n'

const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** Counts without parsing: a megabyte of tiny parts would keep the parser, and everyone else, for long. */
const checkParts = (body: Buffer, boundary: string) => {
  let parts = 0
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length
    // The last boundary ends with two dashes and starts no part.
    if (body.toString('latin1', at, at + 2) === '--') continue
    parts += 1
    if (parts > MAX_PARTS) throw tooMany()
    const start = body.subarray(at, at + MAX_PART_HEADER_BYTES + END_OF_HEADER.length)
    if (!start.includes(END_OF_HEADER))
      throw new AppError(413, 'A part of that form has too long a header')
  }
}

const tooMany = () => new AppError(413, `That form has too many parts. The limit is ${MAX_PARTS}.`)

type Entry = [name: string, value: File | string]

/** The fields and files of a form: multipart, or urlencoded without files. */
export const readForm = async (request: HonoRequest): Promise<Entry[]> => {
  const contentType = request.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const text = await request.text()
    if (text.split('&', MAX_PARTS + 1).length > MAX_PARTS) throw tooMany()
    return [...new URLSearchParams(text)]
  }
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw new AppError(415, 'Send this as multipart/form-data')
  const body = await request.arrayBuffer()
  checkParts(Buffer.from(body), boundary)
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  return [...form]
}
