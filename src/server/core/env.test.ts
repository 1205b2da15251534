import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchElsewhere } from './search-elsewhere.ts'
import { parseEnv, SettingsError } from './env.ts'

const secret = 'a-secret-of-at-least-32-characters'

test('nothing needs to be set', () => {
  expect(parseEnv({})).toEqual({
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: resolve('data'),
    DEMO_CATALOG: true,
    MAIL_FROM: 'Wearabouts <no-reply@localhost>',
    TRUST_PROXY: 0,
    PRIVATE_WEBHOOKS: false,
    PUBLIC_FINDER: true,
    RECHECK_OFFERS: true,
    SEARCH_ELSEWHERE: searchElsewhere.parse('google|ebay|vinted|etsy'),
    SEARCH_SHARDS: 32,
    UPLOAD_QUOTA_MB: 500,
    VISION_WORKERS: 1,
    VISION_THREADS: 2,
  })
})

test('an empty setting counts as absent', () => {
  expect(parseEnv({ PORT: '', DATABASE_URL: '', GOOGLE_CLIENT_ID: '' })).toEqual(parseEnv({}))
})

test('the demo catalogue is on by itself only for the embedded database', () => {
  const url = 'postgres://db.example/wearabouts'
  expect(parseEnv({ DATABASE_URL: url }).DEMO_CATALOG).toBe(false)
  expect(parseEnv({ DATABASE_URL: url, DEMO_CATALOG: 'on' }).DEMO_CATALOG).toBe(true)
  expect(parseEnv({ DEMO_CATALOG: 'off' }).DEMO_CATALOG).toBe(false)
  const production = {
    NODE_ENV: 'production',
    AUTH_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://wear.example',
  }
  expect(parseEnv(production).DEMO_CATALOG).toBe(false)
  expect(parseEnv({ ...production, DEMO_CATALOG: 'on' }).DEMO_CATALOG).toBe(true)
})

test('PUBLIC_URL loses the slash at its end', () => {
  expect(parseEnv({ PUBLIC_URL: 'https://wear.example/' }).PUBLIC_URL).toBe('https://wear.example')
  expect(parseEnv({ PUBLIC_URL: 'https://Wear.example:443' }).PUBLIC_URL).toBe(
    'https://wear.example',
  )
})

test.each([
  ['on', 1],
  ['off', 0],
  ['2', 2],
])('TRUST_PROXY %s is %i proxies', (given, hops) => {
  expect(parseEnv({ TRUST_PROXY: given }).TRUST_PROXY).toBe(hops)
})

describe('bad settings', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['SEARCH_ELSEWHERE', 'amazon'],
    ['PORT', '80.5'],
    ['NODE_ENV', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'mail.example:587'],
    ['CONTACT_EMAIL', 'nobody'],
    ['MAIL_FROM', 'nobody'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://id.example/.well-known/openid-configuration'],
    ['OIDC_LABEL', 'x'.repeat(41)],
    ['PUBLIC_URL', 'wear.example'],
    ['PUBLIC_URL', 'ftp://wear.example'],
    ['PUBLIC_URL', 'https://wear.example/shop'],
    ['PUBLIC_URL', 'https://ada:key@wear.example'],
    ['DATABASE_URL', 'mysql://db.example/wearabouts'],
    ['DATABASE_URL', 'postgres://db.example/wearabouts?sslmode=prefer'],
    ['DATABASE_LISTEN_URL', 'db.example'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', 'many'],
    ['STORAGE_URL', 'https://bucket.example'],
    ['STORAGE_URL', 's3://'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['DEMO_CATALOG', 'yes'],
    ['AUTH_SECRET', 'short'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '-1'],
    ['UPLOAD_QUOTA_MB', '0'],
    ['BACKUP_PASSPHRASE', 'short'],
    ['METRICS_PORT', '70000'],
    ['METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%E0%A4'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^  ${name} `, 'm'))
  })

  test('the settings of an OpenID provider belong together', () => {
    const openId = {
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
    }
    expect(parseEnv(openId)).toMatchObject(openId)
    expect(() => parseEnv({ OIDC_CLIENT_ID: 'a' })).toThrow(
      'OIDC_ISSUER is missing, but OIDC_CLIENT_ID is set: set all of them or none',
    )
    expect(() => parseEnv({ OIDC_ISSUER: 'https://id.example' })).toThrow(
      'OIDC_CLIENT_SECRET is missing',
    )
    expect(() => parseEnv({ OIDC_LABEL: 'Us' })).toThrow(
      'OIDC_ISSUER is missing, but OIDC_LABEL is set',
    )
  })

  test('DATABASE_LISTEN_URL needs DATABASE_URL', () => {
    const url = 'postgres://db.example/wearabouts'
    expect(() => parseEnv({ DATABASE_LISTEN_URL: url })).toThrow('DATABASE_URL is missing')
    expect(parseEnv({ DATABASE_LISTEN_URL: url, DATABASE_URL: url })).toBeDefined()
  })

  test.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
    ['SMS_URL', 'SMS_TOKEN'],
  ])('%s and %s are set both or neither', (one, other) => {
    const [first, second] = [{ [one]: 'https://a.example' }, { [other]: 'b' }]
    expect(() => parseEnv(first)).toThrow(`${other} is missing, but ${one} is set`)
    expect(() => parseEnv(second)).toThrow(`${one} is missing, but ${other} is set`)
    expect(parseEnv({ ...first, ...second })).toMatchObject({ ...first, ...second })
  })

  test('production needs an AUTH_SECRET of its own and a PUBLIC_URL', () => {
    const production = { NODE_ENV: 'production' }
    const needs = { AUTH_SECRET: secret, PUBLIC_URL: 'https://wear.example' }
    expect(() => parseEnv(production)).toThrow('AUTH_SECRET is missing')
    expect(() => parseEnv(production)).toThrow('PUBLIC_URL is missing')
    expect(parseEnv({ ...production, ...needs })).toMatchObject(needs)
  })

  test('all are listed at once, and no value is shown', () => {
    const bad = {
      PORT: 'x',
      DATABASE_URL: 'password-in-here',
      AUTH_SECRET: 'short',
      SMS_TOKEN: 'y',
    }
    const attempt = () => parseEnv(bad)
    expect(attempt).toThrow(SettingsError)
    for (const name of ['PORT', 'DATABASE_URL', 'AUTH_SECRET', 'SMS_URL'])
      expect(attempt).toThrow(new RegExp(`^  ${name} `, 'm'))
    expect(attempt).not.toThrow(/password-in-here|short/)
  })
})

describe('a name that nobody knows', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATBASE_ULR', 'DATABASE_URL'],
    ['PUBLIC_UR', 'PUBLIC_URL'],
    ['STMP_URL', 'SMTP_URL'],
    ['AUTH_SECRETS', 'AUTH_SECRET'],
  ])('stops the start if it looks like a setting: %s', (name, meant) => {
    expect(() => parseEnv({ [name]: 'x' })).toThrow(`${name} is unknown. Did you mean ${meant}?`)
  })

  test('is no mistake if the setting is given too, if it is empty, or if it is unlike any', () => {
    const url = 'postgres://db.example/wearabouts'
    expect(() => parseEnv({ DATABASE_URL: url, DATABASE_URI: url })).not.toThrow()
    expect(() => parseEnv({ DATABSE_URL: '' })).not.toThrow()
    const others = {
      HOSTNAME: 'x',
      HOSTS: 'x',
      PORTS: 'x',
      PGPORT: 'x',
      XDG_DATA_DIRS: 'x',
      AWS_S3_ENDPOINT: 'x',
      LOGNAME: 'x',
      MAIL: 'x',
      NODE_OPTIONS: 'x',
    }
    expect(parseEnv(others)).toEqual(parseEnv({}))
    expect(() => parseEnv(process.env)).not.toThrow()
  })
})
