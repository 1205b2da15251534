import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { CallDefinition } from '#shared/contract/call.ts'
import type { HeldBody } from './body-budget.ts'
import { AppError } from './errors.ts'
import { readForm } from './multipart.ts'
import type { AppEnv } from './request-context.ts'

const MEGABYTE = 1024 * 1024
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
