import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Orders = {
  /** Claims by login. */
  people: Record<string, Record<string, unknown>>
  /** Of the app. */
  origin: string
  clockMs?: number
  rotate?: boolean
  /** How the ID token is forged. */
  token?: {
    claims?: Record<string, unknown>
    by?: 'own' | 'stranger' | 'nobody' | 'missing'
  }
  /** The subject that the userinfo endpoint returns. */
  subject?: string
  /** Overrides of the metadata. */
  discovery?: Record<string, unknown>
}

/** Starts an OpenID provider as a separate process, independent of ours. */
export const startOpenIdProvider = async () => {
  const script = new URL('openid-provider-main.ts', import.meta.url).pathname
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!child.stdout) throw new Error('The OpenID provider has no output')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const issuer = line.toString().trim()
  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'wearabouts',
      OIDC_CLIENT_SECRET: 'a secret: with/odd+characters',
      OIDC_LABEL: 'Our company',
      OIDC_ROLE_CLAIM: 'roles',
    },
    order: async (orders: Orders) => {
      await fetch(`${issuer}/orders`, { method: 'POST', body: JSON.stringify(orders) })
    },
    stop: () => child.kill(),
  }
}
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>
