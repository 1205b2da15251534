import { resolve } from 'node:path'
import { z } from 'zod'

const MIN_SECRET_CHARACTERS = 32

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))

const onOff = z.enum(['on', 'off'], { error: 'must be "on" or "off"' })

const settings = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info'),
    PORT: z.coerce
      .number({ error: 'must be a port number' })
      .int('must be a port number')
      .min(0, 'must be a port number')
      .max(65_535, 'must be a port number')
      .default(3000),
    HOST: z.string().default('127.0.0.1'),
    /** How the world reaches the server, without a slash at the end. */
    PUBLIC_URL: httpUrl.optional(),
    DATA_DIR: z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
    /** Absent: the embedded database under DATA_DIR. */
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .optional(),
    /** Absent: files under DATA_DIR. */
    STORAGE_URL: z
      .string()
      .regex(/^s3:\/\/[^/]+(\/.*)?$/, 'must look like s3://bucket/prefix')
      .optional(),
    S3_ENDPOINT: httpUrl.optional(),
    DEMO_CATALOG: onOff.optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    FACEBOOK_CLIENT_ID: z.string().optional(),
    FACEBOOK_CLIENT_SECRET: z.string().optional(),
    SEARCHAPI_KEY: z.string().optional(),
    SERPAPI_KEY: z.string().optional(),
    AUTH_SECRET: z
      .string()
      .min(MIN_SECRET_CHARACTERS, `must have at least ${MIN_SECRET_CHARACTERS} characters`)
      .optional(),
    /** How many proxies before the server may say who the visitor is. */
    TRUST_PROXY: z
      .union(
        [
          onOff.transform((value) => (value === 'on' ? 1 : 0)),
          z.coerce.number().int().min(0).max(10),
        ],
        { error: 'must be "on", "off" or the number of proxies' },
      )
      .default(0),
    SMS_URL: httpUrl.optional(),
    SMS_TOKEN: z.string().optional(),
  })
  .superRefine((env, context) => {
    const pairs = [
      ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
      ['SMS_URL', 'SMS_TOKEN'],
    ] as const
    for (const pair of pairs)
      for (const [absent, present] of [pair, [pair[1], pair[0]] as const])
        if (env[absent] === undefined && env[present] !== undefined)
          context.addIssue({
            code: 'custom',
            path: [absent],
            message: `is missing, but ${present} is set: set both or neither`,
          })
    if (env.NODE_ENV === 'production' && env.AUTH_SECRET === undefined)
      context.addIssue({
        code: 'custom',
        path: ['AUTH_SECRET'],
        message: 'is missing: production needs one of its own',
      })
  })
  .transform((env) => ({
    ...env,
    /** Whether an empty database is filled with the demo catalogue: on by itself only for the embedded one. */
    DEMO_CATALOG: env.DEMO_CATALOG ? env.DEMO_CATALOG === 'on' : env.DATABASE_URL === undefined,
  }))

export type Env = z.infer<typeof settings>

export class SettingsError extends Error {}

/** Every bad setting is named, none of their values is: some are secrets. */
export const parseEnv = (source: Record<string, string | undefined>): Env => {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = settings.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new SettingsError(['These settings cannot be used:', ...problems].join('\n'))
}
