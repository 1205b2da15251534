import { totalmem } from 'node:os'
import type { Context, HonoRequest } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { CallDefinition } from '#shared/contract/call.ts'
import { serverBusy } from './load-shedding.ts'
import { AppError } from './errors.ts'
import type { AppEnv } from './request-context.ts'

const MEGABYTE = 1024 * 1024
/** A body is held as it was read, as one piece, and as the files and fields in it. */
const COPIES = 3
const SHARE_OF_MEMORY = 1 / 16
const LEAST_BYTES = 96 * MEGABYTE
const MOST_BYTES = 512 * MEGABYTE

/** A sixteenth of what this process may use: a container may be given less than the machine has. */
export const bodyBudgetBytes = (
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number => Math.min(MOST_BYTES, Math.max(LEAST_BYTES, memory * SHARE_OF_MEMORY))

/**
 * What the bodies of all requests may hold together. Their number does not bound it: 500 requests with
 * 10 MB each would end the process.
 */
export const createBodyBudget = (maxBytes: number) => {
  let total = 0
  return {
    open() {
      let held = 0
      return {
        /** Before these bytes of the request's body are read. Throws a 503 if there is no room. */
        hold(bytes: number) {
          if (total + bytes * COPIES > maxBytes) throw serverBusy()
          total += bytes * COPIES
          held += bytes * COPIES
        },
        release() {
          total -= held
          held = 0
        },
      }
    },
  }
}
export type BodyBudget = ReturnType<typeof createBodyBudget>
export type HeldBody = ReturnType<BodyBudget['open']>

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

/** PostgreSQL rejects NUL and lone surrogates, which would become a 500 for bad input. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Checks every string a client sent. Not recursive: the client chooses the depth. */
export const isStorable = (value: unknown): boolean => {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isStorableText(next)) return false
    if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) waiting.push(key, inner)
  }
  return true
}

const DEFAULT_MAX_BYTES = 256 * 1024
/** How far past its limit a body is still read, so that an honest client keeps its connection. */
const MAX_OVERRUN_BYTES = 16 * MEGABYTE
/** How long the rest is discarded: a connection closed at once would take its refusal with it. */
const LINGER_MS = 2_000

const readableSize = (bytes: number) =>
  bytes < MEGABYTE ? `${bytes / 1024} KB` : `${Math.floor(bytes / MEGABYTE)} MB`

/**
 * A declared length is checked without touching the body: a body that is opened but not read to its
 * end costs the client the connection, in the middle of its next request.
 */
const limitBody = async (context: Context<AppEnv>, maxBytes: number, held: HeldBody) => {
  const { raw } = context.req
  const { headers, method } = raw
  const isDeclared = headers.has('content-length') && !headers.has('transfer-encoding')
  const tooLarge = () =>
    new AppError(413, `That is too large. The limit is ${readableSize(maxBytes)}.`)
  if (isDeclared) {
    const bytes = Number(headers.get('content-length'))
    if (bytes > maxBytes) throw tooLarge()
    return held.hold(bytes)
  }
  if (!raw.body) return
  const kept: Uint8Array[] = []
  let bytes = 0
  let problem: unknown
  const reader = raw.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > maxBytes) problem = tooLarge()
    if (bytes > maxBytes + MAX_OVERRUN_BYTES) {
      void discardRest(reader, context)
      break
    }
    if (problem) continue
    try {
      held.hold(value.length)
      kept.push(value)
    } catch (error) {
      problem = error
    }
  }
  if (problem) throw problem
  context.req.raw = new Request(raw, { method, body: Buffer.concat(kept) })
}

/** A client that goes on sending after its refusal is cut off. */
const discardRest = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  context: Context<AppEnv>,
) => {
  const { incoming } = context.env as HttpBindings
  const deadline = setTimeout(() => incoming.socket.destroy(), LINGER_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client left, or was cut off.
  } finally {
    clearTimeout(deadline)
  }
}

export const readBody = async (
  context: Context<AppEnv>,
  call: CallDefinition,
  held: HeldBody,
): Promise<{ fields: unknown; files: Record<string, File> }> => {
  if (!call.files && !call.body) return { fields: undefined, files: {} }
  await readOr400(() => limitBody(context, call.maxBytes ?? DEFAULT_MAX_BYTES, held))
  if (call.files) {
    const entries = await readOr400(() => readForm(context.req))
    const files = entries.flatMap(([name, value]) =>
      value instanceof File && call.files?.includes(name) ? [[name, value] as const] : [],
    )
    const fields = entries.filter(([, value]) => typeof value === 'string')
    return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) }
  }
  return { fields: await readOr400(() => context.req.json<unknown>()), files: {} }
}

const readOr400 = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError(400, 'The request body could not be read', { cause })
  }
}
