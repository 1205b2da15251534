import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { parseEnv, SETTING_NAMES } from './core/env.ts'

const configuration = readFileSync(join(PROJECT_ROOT, 'docs', 'configuration.md'), 'utf8')

/** Values that cannot be used: one for each message, of each setting that can be wrong by itself. */
const WRONG: Record<string, string[]> = {
  AUTH_SECRET: ['short'],
  BACKUP_EVERY: ['daily'],
  BACKUP_PASSPHRASE: ['short'],
  CONTACT_EMAIL: ['nobody'],
  DATABASE_LISTEN_URL: ['db.example'],
  DATABASE_POOL: ['many', '0', '1001'],
  DATABASE_URL: ['mysql://db.example/wearabouts'],
  DEMO_CATALOG: ['yes'],
  LOG_LEVEL: ['loud'],
  SITE_LANGUAGES: ['German'],
  MAIL_FROM: ['nobody'],
  METRICS_PORT: ['http'],
  METRICS_TOKEN: ['short'],
  NODE_ENV: ['staging'],
  OIDC_ISSUER: [
    'login.example',
    'http://login.example',
    'https://login.example/.well-known/openid-configuration',
  ],
  OIDC_LABEL: ['x'.repeat(41)],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  OTEL_EXPORTER_OTLP_HEADERS: ['no value'],
  PORT: ['65536'],
  PRIVATE_WEBHOOKS: ['yes'],
  PUBLIC_FINDER: ['yes'],
  PUBLIC_URL: ['wear.example', 'https://wear.example/shop'],
  RATES_URL: ['rates.example'],
  RECHECK_OFFERS: ['yes'],
  S3_ENDPOINT: ['minio:9000'],
  SEARCH_DATABASE_URL: ['search.example'],
  SEARCH_ELSEWHERE: ['amazon'],
  SEARCH_SHARDS: ['0'],
  SMS_URL: ['sms.example'],
  SMTP_URL: ['http://mail.example'],
  STORAGE_URL: ['https://bucket.example'],
  TRUST_PROXY: ['everyone'],
  UPLOAD_QUOTA_MB: ['much', '0'],
  VISION_THREADS: ['0'],
  VISION_WORKERS: ['many'],
}

/** What the server says about this value; null if it takes it. */
const messageFor = (name: string, value: string): string | null => {
  try {
    parseEnv({ [name]: value })
  } catch (error) {
    const lines = String(error).split('\n')
    return lines.find((line) => line.startsWith(`  ${name} must`))?.trim() ?? null
  }
  return null
}

/** The others take any text; a missing partner is named when the server starts. */
const canBeWrong = (name: string) =>
  ['!', 'x'.repeat(100)].some((text) => messageFor(name, text) !== null)

const settings = SETTING_NAMES.map((name) => ({ name }))

describe('the settings', () => {
  test.each(settings)('$name is in the table of docs/configuration.md', ({ name }) => {
    const row = configuration
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    expect(row, name).toBeDefined()
  })

  test.each(settings.filter(({ name }) => canBeWrong(name)))(
    'docs/configuration.md says what a wrong $name gives',
    ({ name }) => {
      const values = WRONG[name] ?? []
      expect(values, `a wrong value of ${name}`).not.toEqual([])
      for (const value of values) {
        const message = messageFor(name, value)
        expect(message, `${name}=${value} is accepted`).not.toBeNull()
        expect(configuration).toContain(`- \`${message}\``)
      }
    },
  )

  test('docs/configuration.md lists no message that no setting gives', () => {
    const given = new Set(
      Object.entries(WRONG).flatMap(([name, values]) =>
        values.map((value) => messageFor(name, value)),
      ),
    )
    for (const [, message = ''] of configuration.matchAll(/^- `([A-Z][A-Z0-9_]+ must .+)`$/gm))
      expect([...given], message).toContain(message)
  })
})
