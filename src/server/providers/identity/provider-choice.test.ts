import { describe, expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { chooseProviders } from './provider-choice.ts'

const choose = (env: Record<string, string>) => chooseProviders(parseEnv(env))
const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://wearabouts.example',
}
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }

describe('the local stand-in', () => {
  test('replaces providers without settings, on this machine', () => {
    expect(choose({}).local).toEqual(['google', 'facebook'])
    expect(choose({ HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' }).local).toHaveLength(2)
    expect(choose(google)).toEqual({
      real: { google: { clientId: 'id', clientSecret: 'secret' } },
      local: ['facebook'],
      email: 'local',
    })
  })

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { PUBLIC_URL: 'https://wearabouts.example' },
    { TRUST_PROXY: '1' },
  ])('is off if another machine can reach it: %j', (env) => {
    expect(choose(env).local).toEqual([])
  })

  test('is off in production', () => {
    expect(choose({ ...production, ...google }).local).toEqual([])
    const onLoopback = { PUBLIC_URL: 'http://127.0.0.1:3000' }
    expect(choose({ ...production, ...google, ...onLoopback }).local).toEqual([])
  })
})

describe('sign-in by e-mail', () => {
  test('uses the mail server, also as the only way in production', () => {
    const mail = { SMTP_URL: 'smtp://mail.example' }
    expect(choose({ ...production, ...mail })).toEqual({ real: {}, local: [], email: 'smtp' })
  })

  test('shows mails on a page only where the stand-in works too', () => {
    expect(choose({}).email).toBe('local')
    expect(choose({ HOST: '0.0.0.0' }).email).toBe('off')
    expect(choose({ ...production, ...google }).email).toBe('off')
  })
})

test('production does not start without a real provider', () => {
  expect(() => choose(production)).toThrow('Production needs a real sign-in provider')
})
