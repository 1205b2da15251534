import { resolve } from 'node:path'
import { z } from 'zod'
import { parseHost } from '#shared/domain/links.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { computeEditDistance } from '#shared/vocabulary/word-forms.ts'
import { searchElsewhere } from './search-elsewhere.ts'

const MIN_SECRET_CHARACTERS = 32
const MIN_TOKEN_CHARACTERS = 16
const secretSchema = (min: number) => z.string().min(min, `must have at least ${min} characters`)

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))

const publicUrl = httpUrl.transform((url, context) => {
  const { origin, href } = new URL(url)
  // Cookies, links and the origin check cover the whole host.
  if (href !== `${origin}/`) context.addIssue('must have no path, query or user')
  return origin
})

const wholeNumberSchema = (min: number, max: number, error: string) =>
  z.coerce
    .number({ error })
    .refine((number) => Number.isInteger(number) && number >= min && number <= max, { error })

const countSchema = (min: number, max: number) =>
  wholeNumberSchema(min, max, `must be a number from ${min} to ${max}`)

const isLoopbackHost = (host: string) =>
  ['localhost', '127.0.0.1', '::1'].includes(host.replaceAll(/[[\]]/g, ''))

/** Not normalized, because a trailing slash is part of the issuer's name. */
const issuer = z
  .url({
    protocol: /^https?$/,
    abort: true,
    error: 'must be an address that starts with https://',
  })
  .superRefine((url, context) => {
    const { protocol, hostname, pathname, search, hash } = new URL(url)
    if (protocol === 'http:' && !isLoopbackHost(hostname))
      context.addIssue('must start with https://, except on this machine')
    if (pathname.includes('/.well-known/') || search || hash)
      context.addIssue('must be the issuer alone, without /.well-known/ or a query')
  })

const port = wholeNumberSchema(0, 65_535, 'must be a port number')

/** OpenTelemetry's format for headers: `name=value,name=value`, with URL-encoded values. */
const parseHeaders = (text: string, context: z.RefinementCtx): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e ]+?)\s*$/.exec(pair) ?? []
    try {
      headers[name.toLowerCase()] = decodeURIComponent(value)
    } catch {
      headers[''] = ''
    }
  }
  if ('' in headers) context.addIssue('must look like name=value,name=value')
  return headers
}

const oneOfSchema = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })

const onOff = z.enum(['on', 'off'], { error: 'must be "on" or "off"' })

/** The modes that have the same meaning in node-postgres and in PostgreSQL's own clients. */
const SSL_MODES = new Set(['disable', 'require', 'verify-ca', 'verify-full'])

/** Null if the address can be used, otherwise what is wrong with it. */
export const findUrlProblem = (url: string): string | null => {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must start with postgres:// or postgresql://'
  if (!URL.canParse(url)) return 'must be an address like postgres://user:password@host/database'
  const query = new URL(url).searchParams
  const mode = query.get('sslmode')
  if (mode !== null && !SSL_MODES.has(mode))
    return `must have one of these values as sslmode: ${[...SSL_MODES].join(', ')}`
  if (mode === 'verify-ca' && !query.has('sslrootcert'))
    return 'needs sslrootcert with sslmode=verify-ca: any public authority would vouch for anyone'
  return null
}

const postgresUrl = z.string().superRefine((url, context) => {
  const problem = findUrlProblem(url)
  if (problem) context.addIssue(problem)
})

const UNITS_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }
const SHORTEST_BACKUP_MS = 15 * MINUTE_MS
const LONGEST_BACKUP_MS = 31 * UNITS_MS.d

/** Such as 90m, 24h or 7d, in milliseconds. */
const backupEvery = z.string().transform((text, context) => {
  const [, number, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const ms = Number(number) * UNITS_MS[(unit ?? 'm') as keyof typeof UNITS_MS]
  if (!(ms >= SHORTEST_BACKUP_MS && ms <= LONGEST_BACKUP_MS))
    context.addIssue('must be a time from 15m to 31d, such as 24h')
  return ms
})

type SettingTexts = Record<string, string>

const GROUPS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SMS_URL', 'SMS_TOKEN'],
  ['BACKUP_EVERY', 'BACKUP_TO'],
]

/** Settings that have no effect without another one. */
const DEPENDENCIES = {
  DATABASE_LISTEN_URL: 'DATABASE_URL',
  OIDC_LABEL: 'OIDC_ISSUER',
  OIDC_ROLE_CLAIM: 'OIDC_ISSUER',
}

const REQUIRED_IN_PRODUCTION = {
  AUTH_SECRET: 'production needs one of its own',
  PUBLIC_URL: 'production serves only the host in it',
}

const findMissingSettings = (values: SettingTexts): string[] => [
  ...GROUPS.flatMap((group) => {
    const present = group.find((name) => name in values)
    const advice = group.length > 2 ? 'set all of them or none' : 'set both or neither'
    return group
      .filter((name) => present && !(name in values))
      .map((absent) => `${absent} is missing, but ${present} is set: ${advice}`)
  }),
  ...Object.entries(DEPENDENCIES)
    .filter(([name, dependency]) => name in values && !(dependency in values))
    .map(([name, dependency]) => `${dependency} is missing, but ${name} is set`),
  ...(values['NODE_ENV'] === 'production'
    ? Object.entries(REQUIRED_IN_PRODUCTION)
        .filter(([name]) => !(name in values))
        .map(([name, reason]) => `${name} is missing: ${reason}`)
    : []),
]

const settings = z.object({
  NODE_ENV: oneOfSchema(['development', 'production', 'test']).default('development'),
  /** The interval of scheduled backups. */
  BACKUP_EVERY: backupEvery.optional(),
  /** The folder or bucket for scheduled backups. */
  BACKUP_TO: z.string().optional(),
  /** Encrypts the secrets in backups. */
  BACKUP_PASSPHRASE: secretSchema(MIN_TOKEN_CHARACTERS).optional(),
  LOG_LEVEL: oneOfSchema(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default(
    'info',
  ),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The languages that visitors may choose besides English. */
  SITE_LANGUAGES: z
    .string()
    .regex(/^[a-z]{2,3}(,[a-z]{2,3})*$/, 'must look like de,fr')
    .transform((codes) => codes.split(','))
    .optional(),
  /** A separate port for Prometheus. Without it, metrics are served on PORT if METRICS_TOKEN is set. */
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: secretSchema(MIN_TOKEN_CHARACTERS).optional(),
  /** An OpenTelemetry collector that accepts traces over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().transform(parseHeaders).optional(),
  /** The origin under which the site is reached. */
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: postgresUrl.optional(),
  /** For LISTEN and session locks, if DATABASE_URL leads to a pooler in transaction mode. */
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATABASE_POOL: z.coerce
    .number({ error: 'must be a number of connections' })
    .int('must be a number of connections')
    .min(1, 'must be at least 1')
    .max(1_000, 'must be at most 1000')
    .optional(),
  /** Another PostgreSQL for the search documents, with Citus or without. */
  SEARCH_DATABASE_URL: postgresUrl.optional(),
  /** How many shards Citus divides the search documents into when their table is created. */
  SEARCH_SHARDS: countSchema(1, 1_024).default(32),
  STORAGE_URL: z
    .string()
    .regex(/^s3:\/\/[^/]+(\/.*)?$/, 'must look like s3://bucket/prefix')
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  /** How much each user's uploads may take up. */
  UPLOAD_QUOTA_MB: z.coerce
    .number({ error: 'must be a number of megabytes' })
    .positive('must be more than 0')
    .default(500),
  DEMO_CATALOG: onOff.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  /** Any OpenID provider. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The name of the provider as users see it. */
  OIDC_LABEL: z.string().max(40, 'must have at most 40 characters').optional(),
  /** The claim with the roles of a user. */
  OIDC_ROLE_CLAIM: z.string().optional(),
  SEARCHAPI_KEY: z.string().optional(),
  SERPAPI_KEY: z.string().optional(),
  /** Other shops whose search the finder links to. */
  SEARCH_ELSEWHERE: searchElsewhere,
  /** Exchange rates in the European Central Bank's XML. */
  RATES_URL: httpUrl.optional(),
  /** Whether the shop pages of viewed offers are checked again for price and stock. */
  RECHECK_OFFERS: onOff.default('on').transform((value) => value === 'on'),
  /** Lets webhooks reach this machine and its network, on any port. */
  PRIVATE_WEBHOOKS: onOff.default('off').transform((value) => value === 'on'),
  /** /find: the photo finder without an account. */
  PUBLIC_FINDER: onOff.default('on').transform((value) => value === 'on'),
  AUTH_SECRET: secretSchema(MIN_SECRET_CHARACTERS).optional(),
  /** How many proxies in front of the server are trusted. */
  TRUST_PROXY: z
    .union(
      [
        onOff.transform((value) => (value === 'on' ? 1 : 0)),
        z.coerce.number().int().min(0).max(10),
      ],
      { error: 'must be "on", "off" or the number of proxies' },
    )
    .default(0),
  /** Model workers in this process; 0 leaves vision to separate workers. */
  VISION_WORKERS: countSchema(0, 64).default(1),
  /** Threads of each model worker. */
  VISION_THREADS: countSchema(1, 64).default(2),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address that starts with smtp:// or smtps://',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: 'must look like Name <name@example.com>',
    })
    .optional(),
  CONTACT_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  SMS_URL: httpUrl.optional(),
  SMS_TOKEN: z.string().optional(),
})

/** Shorter names are too close to those of other programs: HOST, HOSTS. */
const MIN_TYPO_CHARACTERS = 6
/** A longer name may have two mistakes. */
const LONG_NAME_CHARACTERS = 9

/** Variables that are probably misspelt settings, if the setting itself is not set. */
const findMisspeltSettings = (
  source: Record<string, string | undefined>,
  values: SettingTexts,
): string[] =>
  Object.keys(source)
    .filter((name) => source[name] && !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const meant = SETTING_NAMES.find((setting) => {
        const shorter = Math.min(setting.length, name.length)
        const maxDistance = shorter >= LONG_NAME_CHARACTERS ? 2 : 1
        if (shorter < MIN_TYPO_CHARACTERS || Math.abs(setting.length - name.length) > maxDistance)
          return false
        return !(setting in values) && computeEditDistance(name, setting) <= maxDistance
      })
      return meant === undefined ? [] : [`${name} is unknown. Did you mean ${meant}?`]
    })

/** Every setting; docs/configuration.md describes each and its error messages. */
export const SETTING_NAMES = Object.keys(settings.shape)

const settingsWithDefaults = settings.transform((env) => ({
  ...env,
  /** The sender of emails. */
  MAIL_FROM: env.MAIL_FROM ?? `Wearabouts <no-reply@${parseHost(env.PUBLIC_URL) ?? 'localhost'}>`,
  /** Loads the demo catalogue into an empty database: by default the embedded one, not in production. */
  DEMO_CATALOG: env.DEMO_CATALOG
    ? env.DEMO_CATALOG === 'on'
    : env.DATABASE_URL === undefined && env.NODE_ENV !== 'production',
}))

export type Env = z.infer<typeof settingsWithDefaults>

/** Local sign-in and email let anyone in, so they are never on in production or reachable from outside. */
export const canUseLocalStandIns = ({ NODE_ENV, HOST, PUBLIC_URL, TRUST_PROXY }: Env): boolean =>
  NODE_ENV !== 'production' &&
  isLoopbackHost(HOST) &&
  isLoopbackHost(parseHost(PUBLIC_URL) ?? 'localhost') &&
  TRUST_PROXY === 0

export class SettingsError extends Error {}

/** Names every invalid setting but never a value, because some are secrets. */
export const parseEnv = (source: Record<string, string | undefined>): Env => {
  const values: SettingTexts = {}
  for (const name of SETTING_NAMES) {
    const value = source[name]
    if (value !== undefined && value !== '') values[name] = value
  }
  const result = settingsWithDefaults.safeParse(values)
  const invalid = result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  const problems = [
    ...(invalid ?? []),
    ...findMissingSettings(values),
    ...findMisspeltSettings(source, values),
  ]
  if (result.success && problems.length === 0) return result.data
  throw new SettingsError(
    ['These settings cannot be used:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  )
}
