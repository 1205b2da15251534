import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isMissingReference } from '#server/core/db/pools.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import {
  type BodyOf,
  type CallDefinition,
  type CallKey,
  type ParamsOf,
  parseCallKey,
  type QueryOf,
  type ReplyInput,
  succeeded,
} from '#shared/contract/call.ts'
import { isAllowed, type VisitorPermission } from '#shared/contract/permissions.ts'
import type { RateLimitName } from '#shared/rate-limits.ts'
import {
  type ApiKeyFinder,
  browsersOnlyError,
  type Caller,
  authenticateCaller,
  requirePermission,
  type Sessions,
  type SessionUser,
} from './caller.ts'
import type { CallerTurns } from './caller-turns.ts'
import { AppError } from './errors.ts'
import type { LoadGauge } from './load-shedding.ts'
import {
  enforceLimit,
  type RateLimiter,
  refuseIfTooMany,
  type WindowCounter,
} from './rate-limits.store.ts'
import { isStorable } from './json-body.ts'
import { type HeldBody, readBody, type BodyLimiter } from './request-body.ts'
import { type AppEnv, readPathParameters, readQueryParameters } from './request-context.ts'
import { logSecurityEvent, type SecurityEvent } from './security-log.ts'
import { foreignOriginError, SAFE_METHODS } from './security.ts'
import { HTTP_TEXT } from './http-messages.ts'
import { ENGLISH, type Language } from '#server/core/languages.ts'
import { getLanguage } from '#server/core/messages/translation.ts'

export type CallInput<C> = {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  files: Record<string, File>
  user: C extends { permission: VisitorPermission } ? SessionUser | null : SessionUser
  /** Null for a visitor, and for a program with an API key. */
  sessionId: C extends { permission: VisitorPermission }
    ? string | null
    : C extends { callers: 'browsers' } | { recentSignIn: true }
      ? string
      : string | null
  request: Request
  /** The public origin of this site. */
  origin: string
  /** The caller's IP address, or the one that a trusted proxy reported. */
  address: string
  userAgent: string | null
  /** The code of the language that the page or program asks in. */
  language: string
  log: Logger
  /** Counts a call of this caller against a further limit; throws if there were too many. */
  count: (limit: RateLimitName) => Promise<void>
  /** Logs a security event of this request. `actor` is the session's user by default. */
  audit: (event: SecurityEvent, actor?: string) => void
}

/** A call without data may return nothing. */
type NoData<C> = ReplyInput<C> extends { data: null } ? void : never
type Answer<C> = C extends { reply: z.ZodType } ? ReplyInput<C> | NoData<C> | Response : Response

export type Handlers<T> = { [K in keyof T]: (input: CallInput<T[K]>) => Promise<Answer<T[K]>> }

export type ServeDependencies = {
  sessions: Sessions
  keys: ApiKeyFinder
  limits: RateLimiter
  bodies: BodyLimiter
  load: Pick<LoadGauge, 'uncounted'>
  languages: readonly Language[]
  /** For calls that have no limit of their own. */
  callLimit: WindowCounter
  /** For calls that keep the database busy. */
  turns: CallerTurns
  /** Checks replies against the contract; on everywhere except in production. */
  checkReplies: boolean
}

type MountedCall = {
  call: CallDefinition
  fixedQuery: URLSearchParams
  handler: (input: never) => Promise<unknown>
}

/** The limits of calls that need several slow statements, long replies, or locks of one user. */
const LIMITS_WITH_TURNS: ReadonlySet<CallDefinition['limit']> = new Set([
  'search',
  'similar',
  'ownLists',
  'sharedLists',
  'saveProduct',
])

/** Mounts calls with their handlers. The only place that validates input and enforces permissions. */
export const serveCalls = <T extends Record<CallKey, CallDefinition>>(
  app: Hono<AppEnv>,
  dependencies: ServeDependencies,
  calls: T,
  handlers: Handlers<T>,
) => {
  const byRoute = new Map<string, MountedCall[]>()
  for (const [key, call] of Object.entries(calls)) {
    const { method, path, fixedQuery } = parseCallKey(key)
    const route = `${method} ${path}`
    const entry = { call, fixedQuery, handler: handlers[key as keyof T] as MountedCall['handler'] }
    byRoute.set(route, [...(byRoute.get(route) ?? []), entry])
  }
  for (const [route, candidates] of byRoute) {
    const { method, path } = parseCallKey(route)
    const prefixes = candidates.some(({ call }) => call.inLanguages)
      ? dependencies.languages.map(({ prefix }) => prefix)
      : ['']
    const addresses = prefixes.map((prefix) => prefix + path)
    app.on(method, addresses, (context) => {
      const mountedCall = candidates.find(({ fixedQuery }) =>
        [...fixedQuery].every(([name, value]) => context.req.query(name) === value),
      )
      context.set('route', path)
      if (!mountedCall) throw new AppError(400, HTTP_TEXT.unknownAction)
      const address = context.get('address')
      const run = () => {
        const held = dependencies.bodies.open(address)
        return answerCall(context, dependencies, mountedCall, held).finally(() => held.release())
      }
      // Before the caller is looked up and counted, because that needs the database, too.
      return LIMITS_WITH_TURNS.has(mountedCall.call.limit)
        ? dependencies.turns(address, run)
        : run()
    })
  }
}

/** Calls for programs are exempt from `requireSameOrigin`, but a foreign Origin is refused. */
const refuseForeignOrigin = (context: Context<AppEnv>, { callers }: CallDefinition) => {
  const sender = context.req.raw.headers.get('origin')
  if (callers === 'programs' && sender !== null && sender !== context.get('origin'))
    throw foreignOriginError()
}

/** A key has a limit of its own. Calls without a named limit share one, unless they opt out with null. */
const enforceLimits = async (
  { limits, callLimit }: ServeDependencies,
  { limit }: CallDefinition,
  caller: Caller,
) => {
  const { user, key, address } = caller
  if (key) refuseIfTooMany(await limits.take('key', key.rateLimitKey))
  if (limit) await enforceLimit(limits, limit, caller)
  else if (limit === undefined && !key) refuseIfTooMany(callLimit.take(user?.uid ?? address))
}

/** Finds out who calls. Refuses callers without permission and callers over a limit. */
const admitCaller = async (
  context: Context<AppEnv>,
  dependencies: ServeDependencies,
  call: CallDefinition,
): Promise<Caller> => {
  refuseForeignOrigin(context, call)
  const countUnknownKey = (address: string) => refuseIfTooMany(dependencies.callLimit.take(address))
  const caller = await authenticateCaller(
    { ...dependencies, countUnknownKey },
    { ...call, isRead: SAFE_METHODS.has(context.req.method) || call.readsOnly === true },
    context.req.raw.headers,
    context.get('address'),
  )
  const { user, key } = caller
  context.set('actor', key?.user.uid ?? user?.uid ?? null)
  if (!user && !isAllowed('visitor', call.permission))
    throw new AppError(401, call.unauthenticated?.() ?? ACCOUNT_ERRORS.notAuthenticated)
  await enforceLimits(dependencies, call, caller)
  requirePermission(user, call.permission)
  return caller
}

const requireRecentSignIn = async (
  { sessions }: Pick<ServeDependencies, 'sessions'>,
  caller: Caller,
  headers: Headers,
) => {
  const { key, sessionId } = caller
  if (key) throw browsersOnlyError()
  if (sessionId === null || (await sessions.isRecent(sessionId))) return
  await refuseDeletedCaller({ sessions }, caller, headers)
  throw new AppError(403, ACCOUNT_ERRORS.signInAgain, { code: ACCOUNT_ERRORS.signInAgainCode })
}

/** Reads and validates what the caller sent. Nothing of it may belong to another user. */
const readInput = async (
  context: Context<AppEnv>,
  { sessions, load }: ServeDependencies,
  call: CallDefinition,
  caller: Caller,
  held: HeldBody,
) => {
  const queryFields = readQueryParameters(context)
  // Before the body is read, which may be large.
  const { headers } = context.req.raw
  if (call.recentSignIn === true) await requireRecentSignIn({ sessions }, caller, headers)
  const query = parsePart(call.query, queryFields, 'query')
  const params = parsePart(call.params, readPathParameters(context), 'path')
  const { fields, files } = await load.uncounted(() => readBody(context, call, held))
  if (!isStorable(fields)) throw new AppError(400, HTTP_TEXT.invalidText)
  const body = parsePart(call.body, fields, 'body')
  forbidOtherOwner(caller.user, queryFields)
  forbidOtherOwner(caller.user, fields)
  if (typeof call.recentSignIn === 'object' && isGivenIn(body, call.recentSignIn.when))
    await requireRecentSignIn({ sessions }, caller, headers)
  return { params, query, body, files }
}

/** Completes what a handler returned; a handler that sets headers itself returns a Response. */
const sendReply = async (
  context: Context<AppEnv>,
  { checkReplies }: ServeDependencies,
  call: CallDefinition,
  reply: unknown,
): Promise<Response> => {
  if (!(reply instanceof Response)) {
    if (checkReplies) checkReply(call.reply, reply)
    return context.json(reply, 200, { 'cache-control': NOT_CACHEABLE })
  }
  if (checkReplies) await checkResponse(call.reply, reply)
  if (!isAllowed('visitor', call.permission) || !reply.headers.has('cache-control'))
    reply.headers.set('cache-control', NOT_CACHEABLE)
  return context.req.method === 'HEAD' ? removeBody(reply) : reply
}

/** The account was deleted, in another tab for example, after this call had found it. */
const refuseDeletedCaller = async (
  { sessions }: Pick<ServeDependencies, 'sessions'>,
  { sessionId }: Caller,
  headers: Headers,
) => {
  if (sessionId !== null && !(await sessions.find(headers)))
    throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
}

const answerCall = async (
  context: Context<AppEnv>,
  dependencies: ServeDependencies,
  { call, handler }: MountedCall,
  held: HeldBody,
) => {
  context.set('failure', call.failure)
  const caller = await admitCaller(context, dependencies, call)
  const { user, sessionId, address } = caller
  const request = context.req.raw
  const input = {
    ...(await readInput(context, dependencies, call, caller, held)),
    user,
    sessionId,
    request,
    origin: context.get('origin'),
    address,
    userAgent: request.headers.get('user-agent'),
    language: context.get('language'),
    log: context.get('log'),
    count: (limit: RateLimitName) => enforceLimit(dependencies.limits, limit, caller),
    audit: (event: SecurityEvent, actor = user?.uid ?? null) =>
      logSecurityEvent(context.get('log'), event, {
        actor,
        path: context.get('route') ?? context.req.path,
        address: context.get('address'),
      }),
  }
  const reply = await handler(input as never).catch(async (error: unknown) => {
    if (isMissingReference(error)) await refuseDeletedCaller(dependencies, caller, request.headers)
    throw error
  })
  return sendReply(context, dependencies, call, reply ?? succeeded(null))
}

/** The default for replies, so that no cache passes the data of one user to another. */
const NOT_CACHEABLE = 'private, no-store'

/** A stream in a reply to HEAD is never read, so it would stay open forever. */
const removeBody = async (reply: Response) => {
  await reply.body?.cancel()
  return new Response(null, reply)
}

type LocaleError = NonNullable<z.core.$ZodConfig['localeError']>
const problemTexts = new Map<string, LocaleError>()

/** How zod says in a language what is wrong; undefined in English, which it says by itself. */
const findProblemTexts = (code: string): LocaleError | undefined => {
  const locales: Partial<Record<string, () => z.core.$ZodConfig>> = z.locales
  const texts = problemTexts.get(code) ?? locales[code]?.().localeError
  if (texts && code !== ENGLISH.code) problemTexts.set(code, texts)
  return problemTexts.get(code)
}

const parsePart = (schema: z.ZodType | undefined, value: unknown, part: string) => {
  if (!schema) return undefined
  const texts = findProblemTexts(getLanguage().code)
  const result = schema.safeParse(value, texts && { error: texts })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const problem = issue?.message ?? HTTP_TEXT.notAsExpected
  throw new AppError(
    400,
    issue?.path.length
      ? HTTP_TEXT.invalidField(part, issue.path.join('.'), problem)
      : HTTP_TEXT.invalidPart(part, problem),
  )
}

const isGivenIn = (body: unknown, field: string) =>
  typeof body === 'object' &&
  body !== null &&
  ![undefined, null, false].includes(Reflect.get(body, field))

/** Some calls carry the owner's id, which must be that of the signed-in user. */
const forbidOtherOwner = (user: SessionUser | null, fields: unknown) => {
  if (!user || typeof fields !== 'object' || fields === null) return
  for (const name of ['firebase_uid', 'uid']) {
    const claimed: unknown = Reflect.get(fields, name)
    if (claimed !== undefined && claimed !== user.uid) throw new AppError(403, HTTP_TEXT.otherUser)
  }
  const nested: unknown = Reflect.get(fields, 'firebase_user_data')
  if (nested !== undefined) forbidOtherOwner(user, nested)
}

/** Paths in `sent` that are not in `declared`: parsing drops fields that the schema does not name. */
const findUndeclared = (sent: unknown, declared: unknown, path: string): string[] => {
  if (typeof sent !== 'object' || sent === null) return []
  const declaredFields = typeof declared === 'object' && declared !== null ? declared : {}
  return Object.entries(sent).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    if (!Object.hasOwn(declaredFields, key)) return [`${path}.${key}`]
    return findUndeclared(value, Reflect.get(declaredFields, key), `${path}.${key}`)
  })
}

/**
 * Throws if the reply differs from its contract or has fields that the contract does not declare, so
 * that a column added to a query cannot reach clients by accident. Too slow for production.
 */
export const checkReply = (schema: CallDefinition['reply'], reply: unknown): void => {
  if (typeof schema === 'string') return
  const extra = findUndeclared(reply, schema.parse(reply), 'reply')
  if (extra.length > 0) throw new Error(`The contract does not declare ${extra.join(', ')}`)
}

/** Checks the JSON of a handler that returns a Response, for example to set a cookie. */
export const checkResponse = async (schema: CallDefinition['reply'], reply: Response) => {
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  if (reply.ok && isJson && !reply.headers.has('content-encoding'))
    checkReply(schema, await reply.clone().json())
}
