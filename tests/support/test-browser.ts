import { createApi } from '#client/lib/api.ts'

type Jar = Map<string, { value: string; path: string }>

/** Keeps cookies and follows redirects like a browser; all calls are same-origin. */
export const createTestBrowser = (origin: string, extraHeaders: Record<string, string> = {}) => {
  const jar: Jar = new Map()

  const remember = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at).trim()
      const path = attributes.find((part) => /^\s*path=/i.test(part))?.split('=')[1] ?? '/'
      const isGone =
        attributes.some((part) => /^\s*max-age=0$/i.test(part)) || at === pair.length - 1
      if (isGone) jar.delete(name)
      else jar.set(name, { value: pair.slice(at + 1), path: path.trim() })
    }
  }

  const send = async (url: string, init: RequestInit = {}) => {
    const target = new URL(url, origin)
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value)
    const cookies = [...jar].filter(([, { path }]) => target.pathname.startsWith(path))
    if (!headers.has('cookie'))
      headers.set('cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '))
    if (!headers.has('origin')) headers.set('origin', target.origin)
    const response = await fetch(target, { ...init, headers, redirect: 'manual' })
    remember(response)
    return response
  }

  /** Follows redirects until a page, or until a redirect to one of our own screens. */
  const follow = async (response: Response): Promise<{ response: Response; url: string }> => {
    let url = response.url
    let current = response
    while (current.status >= 300 && current.status < 400) {
      url = new URL(current.headers.get('location') ?? '', url).href
      if (!/\/(api|local-identity)\//.test(url)) return { response: current, url }
      current = await send(url)
    }
    return { response: current, url }
  }

  const pickPerson = async (departure: string, person: string) => {
    const picker = await follow(await send(departure))
    const body = new URLSearchParams({ person })
    const pickerReply = await send(picker.url, { method: 'POST', body })
    const { url } = await follow(pickerReply)
    return url.replace(origin, '')
  }

  const api = createApi((url, init) => send(url, init))

  return {
    jar,
    send,
    api,
    pickPerson,
    /** Signs in through the local provider like a user; returns the final path. */
    signIn: async (provider: 'google' | 'facebook', person: string, redirect?: string) => {
      const { data } = await api('POST /api/sign-in/provider/:provider', {
        params: { provider },
        body: redirect === undefined ? {} : { redirect },
      })
      return pickPerson(data.url, person)
    },
    link: async (provider: 'google' | 'facebook', person: string) => {
      const { data } = await api('POST /api/account/providers/:provider', { params: { provider } })
      return pickPerson(data.url, person)
    },
  }
}
export type TestBrowser = ReturnType<typeof createTestBrowser>
