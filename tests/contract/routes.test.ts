import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { paths } from '#shared/paths.ts'
import { callerWith, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Routes outside the contract. The first four decide by themselves who gets what. */
const OTHER_ROUTES = [
  'GET /media/uploads/:name',
  'GET /media/crops/:name',
  'ALL /local-identity/*',
  'GET /local-mail',
  'GET /media/*',
  // Refuses every method but POST.
  'ALL /api/mcp',
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /offline.html',
  'GET /models/list.json',
  'GET /models/:name',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /site.css',
  'GET /:name{sitemap-[a-z]+-[0-9]+\\.xml}',
  'GET /manifest.webmanifest',
  // Middleware, and the page for addresses that nothing else answers.
  'ALL /*',
  'GET /*',
]

describe('every route of the app', () => {
  test('is a call with a permission, a screen, or listed here', () => {
    const calls = Object.keys(allCalls).map((key) => {
      const { method, path } = parseCallKey(key)
      return `${method} ${path}`
    })
    const screens = Object.values(paths).map(({ pattern }) => `GET ${pattern}`)
    const known = new Set([...calls, ...screens, ...OTHER_ROUTES])
    const mounted = new Set(server.app.routes.map(({ method, path }) => `${method} ${path}`))
    expect([...mounted].filter((route) => !known.has(route))).toEqual([])
    expect([...known].filter((route) => !mounted.has(route))).toEqual([])
  })

  test.each(['/media/uploads/x.jpg', '/media/crops/x', '/media/uploads/../x'])(
    '%s is nobody else’s, whatever their role',
    async (path) => {
      const everyone = [
        callerWith(server, null),
        await signedIn(server),
        await signedIn(server, { invited: true }),
        await signedIn(server, { admin: true }),
      ]
      for (const caller of everyone) expect((await caller.send(path)).status).toBe(404)
    },
  )
})
