import { MEGABYTE } from '#shared/byte-sizes.ts'
import { totalmem } from 'node:os'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { CallDefinition } from '#shared/contract/call.ts'
import { serverBusyError } from './load-shedding.ts'
import { AppError } from './errors.ts'
import { readForm } from './form-body.ts'
import { checkJson, DEFAULT_MAX_VALUES } from './json-body.ts'
import { callerGroup } from './rate-limits.store.ts'
import type { AppEnv } from './request-context.ts'
import { HTTP_TEXT } from './http-messages.ts'

/** A body is in memory up to three times: as chunks, as one buffer, and as parsed fields and files. */
const COPIES = 3
const MEMORY_SHARE = 1 / 16
const MIN_BUDGET_BYTES = 96 * MEGABYTE
const MAX_BUDGET_BYTES = 512 * MEGABYTE

/** A share of the memory that this process may use, which in a container may be less than the machine has. */
export const computeBodyBudgetBytes = (
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number => Math.min(MAX_BUDGET_BYTES, Math.max(MIN_BUDGET_BYTES, memory * MEMORY_SHARE))

type Limits = {
  /** For all bodies together. */
  maxBytes: number
  /** For one group of addresses, so that no client can use up the memory alone. */
  maxBytesPerGroup?: number
  /** Bodies that have not arrived completely. */
  unfinished?: number
  unfinishedPerGroup?: number
  /** Longest pause between two chunks. */
  idleMs?: number
  /** Average since the start, checked once `idleMs` have passed. */
  minBytesPerSecond?: number
}

const GROUP_SHARE = 1 / 3
/** A body is aborted in favour of another only if it has been idle for at least this long. */
const MIN_IDLE_BEFORE_CUT_MS = 1_000

const tooSlowError = () => new AppError(408, HTTP_TEXT.slowBody)

type UnfinishedBody = { group: string; lastByteAt: number; cut: (error: AppError) => void }

/**
 * Limits the memory that request bodies hold. Limiting the number of requests is not enough: 500 bodies
 * of 10 MB would exhaust the memory. Bytes count when they arrive, because a client could declare any
 * length. A client that sends too slowly, or stops sending, is disconnected.
 */
export const createBodyLimiter = ({
  maxBytes,
  maxBytesPerGroup = maxBytes * GROUP_SHARE,
  unfinished: maxUnfinished = 1_000,
  unfinishedPerGroup = 32,
  idleMs = 10_000,
  minBytesPerSecond = 1_024,
}: Limits) => {
  let total = 0
  const heldByGroup = new Map<string, number>()
  /** Ordered by idle time, longest first. */
  const unfinished = new Set<UnfinishedBody>()

  const add = (group: string, bytes: number) => {
    total += bytes
    const held = (heldByGroup.get(group) ?? 0) + bytes
    if (held > 0) heldByGroup.set(group, held)
    else heldByGroup.delete(group)
  }
  /** If there are too many unfinished bodies, aborts the one that has been idle for the longest. */
  const makeRoom = (group: string) => {
    const ofGroup = [...unfinished].filter((body) => body.group === group)
    const isGroupFull = ofGroup.length >= unfinishedPerGroup
    if (!isGroupFull && unfinished.size < maxUnfinished) return
    const [idlest] = isGroupFull ? ofGroup : unfinished
    if (!idlest || performance.now() - idlest.lastByteAt < MIN_IDLE_BEFORE_CUT_MS)
      throw serverBusyError()
    idlest.cut(tooSlowError())
  }

  return {
    open(address: string) {
      const group = callerGroup(address)
      let held = 0
      return {
        /** Throws a 503 if there is no room for these bytes. */
        hold(bytes: number) {
          const size = bytes * COPIES
          const inGroup = heldByGroup.get(group) ?? 0
          if (total + size > maxBytes || inGroup + size > maxBytesPerGroup) throw serverBusyError()
          add(group, size)
          held += size
        },
        /** For a body that is still arriving. `over` rejects if the client is too slow. */
        trackArrival() {
          makeRoom(group)
          const { promise: over, reject: cut } = withResolvers()
          over.catch(() => undefined)
          const startedAt = performance.now()
          const entry: UnfinishedBody = { group, lastByteAt: startedAt, cut }
          const timer = setTimeout(() => cut(tooSlowError()), idleMs)
          unfinished.add(entry)
          let received = 0
          return {
            over,
            note(bytes: number) {
              received += bytes
              timer.refresh()
              entry.lastByteAt = performance.now()
              unfinished.delete(entry)
              unfinished.add(entry)
              const ms = entry.lastByteAt - startedAt
              if (ms > idleMs && (received / ms) * 1_000 < minBytesPerSecond) cut(tooSlowError())
            },
            end() {
              clearTimeout(timer)
              unfinished.delete(entry)
            },
          }
        },
        release() {
          add(group, -held)
          held = 0
        },
      }
    },
  }
}
export type BodyLimiter = ReturnType<typeof createBodyLimiter>
export type HeldBody = ReturnType<BodyLimiter['open']>

/** `Promise.withResolvers` is not in Node 20. */
const withResolvers = () => {
  let reject: (error: AppError) => void = () => undefined
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise
  })
  return { promise, reject }
}

const DEFAULT_MAX_BYTES = 256 * 1024
/** A body that exceeds its limit by less is read to its end, so that the client keeps its connection. */
const MAX_OVERRUN_BYTES = 16 * MEGABYTE
/** How long the rest of a body is discarded: closing at once would lose the reply on its way. */
const LINGER_MS = 2_000

const tooLargeError = (maxBytes: number) =>
  new AppError(
    413,
    maxBytes < MEGABYTE
      ? HTTP_TEXT.tooLargeKilobytes(maxBytes / 1024)
      : HTTP_TEXT.tooLargeMegabytes(Math.floor(maxBytes / MEGABYTE)),
  )

const getIncomingMessage = (context: Context<AppEnv>) =>
  (context.env as Partial<HttpBindings> | undefined)?.incoming

/**
 * Checks a declared length before it opens the body: if a body is opened but not read to its end, the
 * connection is closed, possibly during the client's next request.
 */
const receiveBody = async (
  context: Context<AppEnv>,
  maxBytes: number,
  held: HeldBody,
): Promise<Buffer<ArrayBuffer>> => {
  const { raw } = context.req
  const { headers } = raw
  const incoming = getIncomingMessage(context)
  const bodyTooLargeError = () => tooLargeError(maxBytes)
  if (!headers.has('transfer-encoding') && Number(headers.get('content-length')) > maxBytes)
    throw bodyTooLargeError()
  const { body } = raw
  if (!body) return Buffer.alloc(0)
  const arrival = !incoming || incoming.complete ? null : held.trackArrival()
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let bytes = 0
  let problem: unknown
  try {
    for (;;) {
      const { done, value } = await (arrival
        ? Promise.race([reader.read(), arrival.over])
        : reader.read())
      if (done) break
      arrival?.note(value.length)
      bytes += value.length
      if (bytes > maxBytes + MAX_OVERRUN_BYTES) throw bodyTooLargeError()
      if (bytes > maxBytes) problem = bodyTooLargeError()
      if (problem) continue
      try {
        held.hold(value.length)
        pieces.push(value)
      } catch (error) {
        problem = error
      }
    }
  } catch (error) {
    if (error instanceof AppError) void discardRestOfBody(reader, incoming)
    throw error
  } finally {
    arrival?.end()
  }
  if (problem) throw problem
  return Buffer.concat(pieces)
}

/** Closes the connection if the body does not end in time. */
const discardRestOfBody = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  incoming: IncomingMessage | undefined,
) => {
  const deadline = setTimeout(() => incoming?.socket.destroy(), LINGER_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected, or the deadline closed the connection.
  } finally {
    clearTimeout(deadline)
  }
}

const getTextAt = (fields: unknown, path: readonly string[]): string => {
  let value = fields
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof value === 'string' ? value : ''
}

const readJson = (body: Buffer, call: CallDefinition): unknown => {
  const { maxBytes = DEFAULT_MAX_BYTES, maxValues = DEFAULT_MAX_VALUES, longText } = call
  const bodyTooLargeError = () => tooLargeError(maxBytes)
  checkJson(body, { maxBytes, maxValues, tooLarge: bodyTooLargeError })
  const fields: unknown = JSON.parse(new TextDecoder().decode(body))
  const longChars = longText ? getTextAt(fields, longText.path).length : 0
  if (body.length - longChars > maxBytes) throw bodyTooLargeError()
  return fields
}

export const readBody = async (
  context: Context<AppEnv>,
  call: CallDefinition,
  held: HeldBody,
): Promise<{ fields: unknown; files: Record<string, File> }> => {
  if (!call.files && !call.body) return { fields: undefined, files: {} }
  try {
    const { maxBytes = DEFAULT_MAX_BYTES, longText } = call
    const body = await receiveBody(context, maxBytes + (longText?.maxChars ?? 0), held)
    if (!call.files) return { fields: readJson(body, call), files: {} }
    const entries = await readForm(body, context.req.header('content-type') ?? '')
    const files = entries.flatMap(([name, value]) =>
      value instanceof File && call.files?.includes(name) ? [[name, value] as const] : [],
    )
    const fields = entries.filter(([, value]) => typeof value === 'string')
    return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError(400, HTTP_TEXT.unreadableBody, { cause })
  }
}

/** The bytes of a file in a form. */
export const readSentFile = async (
  files: Readonly<Record<string, File>>,
  field: string,
  missing: (field: string) => string = HTTP_TEXT.missingPicture,
): Promise<Uint8Array> => {
  const file = files[field]
  if (!file) throw new AppError(400, missing(field))
  return new Uint8Array(await file.arrayBuffer())
}
