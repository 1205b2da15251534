import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration, interactionPolicy } from 'oidc-provider'
import type { SocialId } from '#shared/contract/session.ts'
import { METHOD_LABELS } from '#shared/account-messages.ts'
import type { ProviderSettings } from '#server/features/accounts/identity/auth.ts'
import { DEMO_PEOPLE, drawPortrait, findPerson } from './people.ts'
import { pickerPage } from './picker-page.ts'

export const LOCAL_PROVIDER_PATH = '/local-identity'

type LocalClient = ProviderSettings & { provider: SocialId }

/**
 * An OpenID provider inside this process, for when Google or Facebook is not configured. It signs
 * anyone in as anyone: the caller must make sure that only this machine can reach it.
 */
export const createLocalProvider = async (
  origin: string,
  redirectOrigins: string[],
  providers: SocialId[],
) => {
  const issuer = `${origin}${LOCAL_PROVIDER_PATH}`
  const clients: LocalClient[] = providers.map((provider) => ({
    provider,
    clientId: `local-${provider}`,
    clientSecret: randomBytes(24).toString('base64url'),
  }))
  const provider = await quietly(async () => {
    const { default: Provider, interactionPolicy } = await import('oidc-provider')
    return new Provider(issuer, {
      ...configuration(issuer, redirectOrigins, clients),
      interactions: interactions(interactionPolicy.base()),
    })
  })

  const pick = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { params, uid } = await provider.interactionDetails(incoming, outgoing)
    if (incoming.method !== 'POST') {
      const client = clients.find(({ clientId }) => clientId === params['client_id'])
      const name = client ? METHOD_LABELS[client.provider] : 'a provider'
      const page = pickerPage(name, `${LOCAL_PROVIDER_PATH}/people/${uid}`, DEMO_PEOPLE)
      outgoing.setHeader('content-type', 'text/html; charset=utf-8')
      outgoing.setHeader('cache-control', 'no-store')
      // Chromium applies `form-action` to redirects after a form; they lead back to the app.
      outgoing.setHeader(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${redirectOrigins.join(' ')}; frame-ancestors 'none'`,
      )
      outgoing.end(page)
      return
    }
    const person = findPerson((await readForm(incoming)).get('person') ?? '')
    const result = person
      ? { login: { accountId: person.id, remember: false } }
      : { error: 'access_denied', error_description: 'No identity was chosen' }
    await provider.interactionFinished(incoming, outgoing, result, {
      mergeWithLastSubmission: false,
    })
  }

  const portrait = async (id: string, outgoing: ServerResponse) => {
    const person = findPerson(id)
    outgoing.statusCode = person ? 200 : 404
    if (person) outgoing.setHeader('content-type', 'image/png')
    outgoing.end(person ? await drawPortrait(person) : undefined)
  }

  const handleOidc = provider.callback()

  return {
    clients,
    issuer,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    handle: async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const path = (incoming.url ?? '').slice(LOCAL_PROVIDER_PATH.length)
      const [, area, id] = path.split(/[/?]/)
      incoming.headers.cookie = withoutSession(incoming.headers.cookie)
      try {
        if (area === 'people') return await pick(incoming, outgoing)
        if (area === 'portraits') return await portrait(id ?? '', outgoing)
        // The library derives its mount path from the difference.
        Object.assign(incoming, { originalUrl: incoming.url, url: path })
        return await handleOidc(incoming, outgoing)
      } catch (error) {
        // The interaction has ended or never began: usually a stale tab.
        outgoing.statusCode = 400
        outgoing.end(error instanceof Error ? error.message : 'This sign-in has ended')
        return undefined
      }
    },
  }
}
export type LocalProvider = Awaited<ReturnType<typeof createLocalProvider>>

/** The library warns operators of public providers, about memory as storage for example. */
const quietly = async <T>(work: () => Promise<T>): Promise<T> => {
  // oxlint-disable-next-line no-console
  const { warn } = console
  console.warn = () => undefined // oxlint-disable-line no-console
  try {
    return await work()
  } finally {
    console.warn = warn // oxlint-disable-line no-console
  }
}

/** Without its session the library does not ask a second person to sign the first one out. */
const withoutSession = (cookies = '') =>
  cookies
    .split(/;\s*/)
    .filter((cookie) => !cookie.startsWith('_session'))
    .join('; ')

const interactions = (policy: ReturnType<typeof interactionPolicy.base>) => {
  policy.remove('consent')
  return {
    policy,
    url: (_: unknown, { uid }: { uid: string }) => `${LOCAL_PROVIDER_PATH}/people/${uid}`,
  }
}

const FORM_MAX_BYTES = 2_000

const readForm = async (incoming: IncomingMessage) => {
  let text = ''
  for await (const chunk of incoming) {
    text += String(chunk)
    if (text.length > FORM_MAX_BYTES) throw new Error('The form is too large')
  }
  return new URLSearchParams(text)
}

const configuration = (
  issuer: string,
  redirectOrigins: string[],
  clients: LocalClient[],
): Configuration => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    clients: clients.map(({ provider, clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: redirectOrigins.map((origin) => `${origin}/api/auth/callback/${provider}`),
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    })),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    // better-auth reads claims from the verified id_token, as it does with Google.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    findAccount: (context, id) => {
      const person = findPerson(id)
      if (!person) return undefined
      const isGoogle = context.oidc.client?.clientId === 'local-google'
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          name: person.name,
          picture: `${issuer}/portraits/${id}`,
          ...(person.email && { email: person.email, email_verified: isGoogle }),
        }),
      }
    },
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 3600, IdToken: 600 },
  }
}
