import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Orders } from './openid-provider.ts'

/**
 * An OpenID provider in a process of its own, for `openid-provider.ts`. It can be told to rotate its
 * keys, to have a wrong clock and to lie.
 */
let orders: Orders = { people: {}, origin: 'http://127.0.0.1:1' }
let clockMs = 0
const realNow = Date.now
// Before the library is loaded.
Date.now = () => realNow() + clockMs
console.warn = () => undefined
const { default: Provider, interactionPolicy } = await import('oidc-provider')

const server = createServer().listen(Number(process.argv[2] ?? 0), '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const newKey = () => ({
  kid: randomBytes(4).toString('hex'),
  key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
})
let signing = newKey()
const stranger = newKey()
const cookieKey = randomBytes(16).toString('hex')

const make = () => {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'wearabouts',
        client_secret: 'a secret: with/odd+characters',
        redirect_uris: [`${orders.origin}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${orders.origin}/`],
      },
    ],
    jwks: {
      keys: [
        { ...signing.key.export({ format: 'jwk' }), kid: signing.kid, use: 'sig', alg: 'RS256' },
      ],
    },
    cookies: { keys: [cookieKey] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'roles'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => {
      const claims = orders.people[id]
      return claims && { accountId: id, claims: () => ({ ...claims, sub: id }) }
    },
    loadExistingGrant: async (context) => {
      const { client, session, provider: oidcProvider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new oidcProvider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 60 },
  })
  return { provider, answer: provider.callback() }
}
let current = make()

const readBody = async (incoming: IncomingMessage) => {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const forgedToken = (
  genuine: string,
  { claims = {}, by = 'own' }: NonNullable<Orders['token']>,
) => {
  const payload = JSON.parse(
    Buffer.from(genuine.split('.')[1] ?? '', 'base64url').toString(),
  ) as object
  const lie = { ...payload, ...claims }
  if (by === 'nobody') return `${encode({ alg: 'none' })}.${encode(lie)}.`
  // Another key under the id of the real one.
  const key: KeyObject = by === 'own' ? signing.key : stranger.key
  const text = `${encode({ alg: 'RS256', kid: signing.kid })}.${encode(lie)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** Replaces what the library answers, as a provider that lies or is attacked would. */
const tampering = (
  outgoing: ServerResponse,
  change: (reply: Record<string, unknown>) => object,
) => {
  const end = outgoing.end.bind(outgoing) as (text: string) => ServerResponse
  outgoing.end = ((chunk: unknown) => {
    const text = JSON.stringify(change(JSON.parse(String(chunk)) as Record<string, unknown>))
    outgoing.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof outgoing.end
}

const obey = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
  orders = JSON.parse(await readBody(incoming)) as Orders
  clockMs = orders.clockMs ?? 0
  if (orders.rotate) signing = newKey()
  current = make()
  outgoing.end()
}

const PAGE = `<!doctype html><html lang="en"><title>Sign in</title>
<form method="post"><label>Login <input name="login"></label> <button>Sign in</button></form>`

const interact = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
  if (incoming.method !== 'POST') {
    outgoing.setHeader('content-type', 'text/html')
    outgoing.end(PAGE)
    return
  }
  const accountId = new URLSearchParams(await readBody(incoming)).get('login') ?? ''
  await current.provider.interactionFinished(incoming, outgoing, { login: { accountId } })
}

server.on('request', (incoming, outgoing) => {
  const { token, subject, discovery } = orders
  const path = incoming.url?.split('?')[0] ?? ''
  if (path === '/orders') return void obey(incoming, outgoing)
  if (path.startsWith('/interaction/')) return void interact(incoming, outgoing)
  if (path === '/token' && token)
    tampering(outgoing, ({ id_token: genuine, ...reply }) =>
      token.by === 'missing' ? reply : { ...reply, id_token: forgedToken(String(genuine), token) },
    )
  if (path === '/me' && subject) tampering(outgoing, (reply) => ({ ...reply, sub: subject }))
  if (path === '/.well-known/openid-configuration' && discovery)
    tampering(outgoing, (reply) => ({ ...reply, ...discovery }))
  return void current.answer(incoming, outgoing)
})
process.on('disconnect', () => process.exit())
process.stdout.write(`${issuer}\n`)
