import { describe, expect, test } from 'vitest'
import { parseEnv } from '#server/core/env.ts'
import { chooseProviders } from './providers.ts'

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
      openId: null,
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

describe('an OpenID provider', () => {
  const openId = {
    OIDC_ISSUER: 'https://id.example/realms/us/',
    OIDC_CLIENT_ID: 'wear',
    OIDC_CLIENT_SECRET: 'secret',
  }
  test('is enough for production, and is called like its host unless it has a label', () => {
    expect(choose({ ...production, ...openId })).toEqual({
      real: {},
      local: [],
      openId: {
        // With its slash: that is part of the name.
        issuer: 'https://id.example/realms/us/',
        clientId: 'wear',
        clientSecret: 'secret',
        label: 'id.example',
        roleClaim: null,
      },
      email: 'off',
    })
    const more = { OIDC_LABEL: 'Our company', OIDC_ROLE_CLAIM: 'roles' }
    expect(choose({ ...openId, ...more }).openId).toMatchObject({
      label: 'Our company',
      roleClaim: 'roles',
    })
  })
})

describe('sign-in by email', () => {
  test('uses the mail server, also as the only way in production', () => {
    const mail = { SMTP_URL: 'smtp://mail.example' }
    expect(choose({ ...production, ...mail })).toEqual({
      real: {},
      local: [],
      openId: null,
      email: 'smtp',
    })
  })

  test('shows mails on a page only where the stand-in works too', () => {
    expect(choose({}).email).toBe('local')
    expect(choose({ HOST: '0.0.0.0' }).email).toBe('off')
    expect(choose({ ...production, ...google }).email).toBe('off')
  })
})

test('production does not start without a way to sign in', () => {
  expect(() => choose(production)).toThrow('Production needs a way to sign in: set SMTP_URL')
})
