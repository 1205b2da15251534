import type { Hono } from 'hono'
import { allCalls } from '#shared/contract/calls.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { docsPage } from './docs-page.ts'
import { openApiOf } from './openapi.ts'

export const mountApiDocs = (app: Hono<AppEnv>) => {
  const openApi = openApiOf(allCalls)
  const page = docsPage(openApi)
  const json = JSON.stringify(openApi)
  app.get('/api/openapi.json', (context) =>
    context.body(json, 200, { 'content-type': 'application/json' }),
  )
  app.get('/api/docs', (context) => context.html(page))
}
