import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnv } from './env.ts'
import { PROJECT_ROOT } from './project-root.ts'

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8')
const readme = read('README.md')
const names = Array.from(
  read('src/server/env.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm),
  ([, name = '']) => name,
)

/** One that cannot be used, for each setting that can be wrong by itself. */
const WRONG: Record<string, string> = {
  AUTH_SECRET: 'short',
  BACKUP_PASSPHRASE: 'short',
  DATABASE_LISTEN_URL: 'db.example',
  DATABASE_POOL: 'many',
  DATABASE_URL: 'mysql://db.example/wearabouts',
  DEMO_CATALOG: 'yes',
  LOG_LEVEL: 'loud',
  MAIL_FROM: 'nobody',
  METRICS_PORT: 'http',
  METRICS_TOKEN: 'short',
  NODE_ENV: 'staging',
  OIDC_ISSUER: 'login.example',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'no value',
  PORT: '65536',
  PUBLIC_FINDER: 'yes',
  PUBLIC_URL: 'wear.example',
  RATES_URL: 'rates.example',
  RECHECK_OFFERS: 'yes',
  S3_ENDPOINT: 'minio:9000',
  SEARCH_ELSEWHERE: 'amazon',
  SMS_URL: 'sms.example',
  SMTP_URL: 'http://mail.example',
  STORAGE_URL: 'https://bucket.example',
  TRUST_PROXY: 'everyone',
  UPLOAD_QUOTA_MB: '0',
  VISION_THREADS: '0',
  VISION_WORKERS: 'many',
}
/** Any text is possible; a missing partner is named when the server starts. */
const ANY_TEXT = new Set([
  'DATA_DIR',
  'FACEBOOK_CLIENT_ID',
  'FACEBOOK_CLIENT_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'HOST',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_LABEL',
  'OIDC_ROLE_CLAIM',
  'SEARCHAPI_KEY',
  'SERPAPI_KEY',
  'SMS_TOKEN',
])

const messageFor = (name: string): string => {
  try {
    parseEnv({ [name]: WRONG[name] })
  } catch (error) {
    const lines = String(error).split('\n')
    return lines.find((line) => line.startsWith(`  ${name} must`))?.trim() ?? String(error)
  }
  return 'is accepted'
}

describe('the settings', () => {
  test.each(names)('%s is in the README', (name) => {
    expect(readme).toContain(`\`${name}\``)
  })

  test.each(names.filter((name) => !ANY_TEXT.has(name)))(
    'the README says what a wrong %s gives',
    (name) => {
      expect(readme).toContain(`- \`${messageFor(name)}\``)
    },
  )
})
