import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import sharp from 'sharp'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { DEMO_PICKER_TEXT } from './account-service-messages.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import { readBodyUpTo } from '#server/core/web/public-client.ts'
import { METHOD_LABELS } from '#shared/account-messages.ts'
import { PROFILE_PICTURE } from '#shared/account-constants.ts'
import { SOCIAL_IDS, type SocialId } from '#shared/domain/sign-in-methods.ts'
import type { Provider } from './providers.ts'

const PATH = '/local-identity'
const FORM_MAX_BYTES = 4_096

type DemoPerson = { id: string; name: string; email: string | null; color: string }

/** Demo identities for local sign-in. They include a missing and a shared email. */
const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'ada-marlow', name: 'Ada Marlow', email: 'ada@example.com', color: '#8c4a3b' },
  { id: 'bela-ortiz', name: 'Bela Ortiz', email: 'bela@example.com', color: '#2f5d62' },
  { id: 'cleo-hart', name: 'Cleo Hart', email: 'cleo@example.com', color: '#5b4b8a' },
  { id: 'dara-quinn', name: 'Dara Quinn', email: null, color: '#7a6a2f' },
  { id: 'emil-voss', name: 'Emil Voss', email: 'emil@example.com', color: '#3b5b8c' },
  { id: 'emil-voss-2', name: 'Emil Voss, again', email: 'emil@example.com', color: '#8c3b6a' },
]

const findDemoPerson = (id: string) => DEMO_PEOPLE.find((person) => person.id === id)

/**
 * Replaces Google and Facebook where they are not set up: a page on which people choose a demo identity.
 * It signs in anyone as anyone, so it answers only browsers on this machine. The code for the callback is
 * signed for that one sign-in, so that nobody behind a proxy can skip the page.
 */
export const createDemoPicker = (secret: string, providers: readonly SocialId[]) => {
  let loopbackOrigin: string | null = null

  const sign = (provider: string, state: string, person: string) =>
    createHmac('sha256', secret).update(`demo-person:${provider}:${state}:${person}`).digest()

  const createProvider = (id: SocialId): Provider => ({
    id,
    label: METHOD_LABELS[id],
    isLocal: true,
    check: async () => 'usable',
    authorizationUrl: async ({ state }, redirectUri) =>
      new URL(`${PATH}/${id}?${new URLSearchParams({ state }).toString()}`, redirectUri),
    readProfile: async ({ state }, callback) => {
      const [personId = '', signature = ''] = (callback.searchParams.get('code') ?? '').split('.')
      const person = findDemoPerson(personId)
      const expected = sign(id, state, personId)
      if (!person || !isSameSecret(Buffer.from(signature, 'base64url'), expected))
        throw new Error('Nobody was chosen on the page of demo identities')
      return {
        subject: person.id,
        email: person.email,
        // Like the real providers: Facebook does not verify addresses.
        isEmailVerified: person.email !== null && id === 'google',
        name: person.name,
        picture: `${loopbackOrigin}${PATH}/portraits/${person.id}`,
        accessToken: null,
        role: null,
      }
    },
    endSessionUrl: () => null,
    get pictureUrlPrefix() {
      return `${loopbackOrigin}${PATH}/`
    },
  })

  const answerPick = async (context: Context<AppEnv>, provider: SocialId) => {
    const { pathname, search, searchParams } = new URL(context.req.url)
    const state = searchParams.get('state') ?? ''
    if (context.req.method !== 'POST')
      return context.html(renderPickerPage(METHOD_LABELS[provider], `${pathname}${search}`), 200, {
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      })
    const form = context.req.raw.body
    const body =
      form && (await readBodyUpTo(form, FORM_MAX_BYTES, () => new AppError(413, 'Too large')))
    const person = findDemoPerson(new URLSearchParams(body?.toString()).get('person') ?? '')?.id
    const query = person
      ? { code: `${person}.${sign(provider, state, person).toString('base64url')}` }
      : { error: 'access_denied' }
    const target = new URLSearchParams({ ...query, state })
    return context.redirect(`/api/auth/callback/${provider}?${target.toString()}`, 303)
  }

  return {
    providers: providers.map(createProvider),
    /** The server fetches the portraits over loopback, whatever its public URL is. */
    start: (port: number) => {
      loopbackOrigin = `http://127.0.0.1:${port}`
    },
    mount: (app: Hono<AppEnv>) => {
      if (providers.length === 0) return
      app.all(`${PATH}/*`, async (context) => {
        if (!isDirectRequest((context.env as HttpBindings).incoming))
          throw new AppError(403, DEMO_PICKER_TEXT.onlyHere)
        if (!['GET', 'POST'].includes(context.req.raw.method))
          return context.body(null, 405, { allow: 'GET, POST' })
        const [area, id = ''] = context.req.path.slice(PATH.length + 1).split('/')
        const person = area === 'portraits' ? findDemoPerson(id) : undefined
        if (person)
          return context.body(new Uint8Array(await drawPortrait(person)), 200, {
            'content-type': 'image/png',
          })
        const provider = SOCIAL_IDS.find((id) => id === area && providers.includes(id))
        if (!provider) throw new AppError(404, 'Not found')
        return answerPick(context, provider)
      })
    },
  }
}
export type DemoPicker = ReturnType<typeof createDemoPicker>

const LOOPBACK = /^(127\.|::ffff:127\.|::1$)/
const FORWARDING =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-(cluster-)?client-ip|true-client-ip|x-original-.*|cf-.*)$/

/**
 * Whether the request comes from this machine, and not through a proxy on it. Proxies that add no
 * header often use HTTP/1.0, as nginx does by default; browsers never do.
 */
export const isDirectRequest = ({ socket, headers, httpVersion }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  httpVersion !== '1.0' &&
  !Object.keys(headers).some((name) => FORWARDING.test(name))

const getInitials = (name: string) =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)

const drawPortrait = ({ name, color }: DemoPerson) => {
  const { widthPx: width, heightPx: height } = PROFILE_PICTURE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${color}"/>
    <circle cx="50%" cy="42%" r="18%" fill="#faf7f2"/><ellipse cx="50%" cy="98%" rx="34%" ry="36%" fill="#faf7f2"/>
    <text x="94%" y="96%" text-anchor="end" font-family="sans-serif" font-size="60" fill="#faf7f2" opacity="0.7">${getInitials(name)}</text>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const renderPersonButton = ({ id, name, email }: DemoPerson) =>
  `<li><button name="person" value="${escapeHtml(id)}"><b>${escapeHtml(name)}</b><span>${escapeHtml(email ?? DEMO_PICKER_TEXT.noEmail)}</span></button></li>`

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#faf7f2;color:#16130f;font:16px/1.5 system-ui,sans-serif}
main{width:min(100% - 32px,420px);padding:32px 0}h1{font:480 32px/1.15 Georgia,serif;margin:0 0 8px}p{margin:0 0 24px;color:#655d52}
ul{list-style:none;margin:0;padding:0;border-top:1px solid #ddd5c8}button{display:flex;justify-content:space-between;gap:16px;width:100%;min-height:56px;align-items:center;border:0;border-bottom:1px solid #ddd5c8;background:none;color:inherit;font:inherit;cursor:pointer;text-align:start}
button:hover{background:#f1ece4}button:focus-visible{outline:2px solid #d7263d;outline-offset:2px}button b{font-weight:500}span{color:#655d52;font-size:14px}.cancel{border:0;color:#b81b31;margin-top:16px;justify-content:center}
@media (prefers-color-scheme:dark){body{background:#141210;color:#f5f0e8}p,span{color:#b0a698}ul,button{border-color:#3a342d}button:hover{background:#24201c}.cancel{color:#ff8e9b}}`

/** Where Google or Facebook would ask for a password, this page lists the demo identities. */
const renderPickerPage = (provider: string, action: string) =>
  `<!doctype html><html lang="${LOCALE_TEXT.language}" dir="${LOCALE_TEXT.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(DEMO_PICKER_TEXT.title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(DEMO_PICKER_TEXT.heading)}</h1><p>${escapeHtml(DEMO_PICKER_TEXT.lead(provider))}</p>
<form method="post" action="${escapeHtml(action)}"><ul>${DEMO_PEOPLE.map(renderPersonButton).join('')}</ul><button class="cancel" name="person" value="">${escapeHtml(DEMO_PICKER_TEXT.cancel)}</button></form></main></body></html>`
