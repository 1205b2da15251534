import type { Hono } from 'hono'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { HTML_PAGE_HEADERS, htmlPage } from '#server/core/http/html-page.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { type OpenApi, openApiOf, type Operation } from './openapi.ts'

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const sectionOf = (path: string, method: string, operation: Operation) => {
  const { summary, operationId, parameters, 'x-permission': scope, ...rest } = operation
  return `<article id="${operationId}">
<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. Scope: <code>${scope}</code>. Operation: <code>${operationId}</code>.</p>
${parameters.length ? `<details><summary>Parameters</summary>${json(parameters)}</details>` : ''}
<details><summary>Body, reply and errors</summary>${json(rest)}</details>
</article>`
}

const docsPage = ({ paths }: OpenApi): string =>
  htmlPage(
    'Wearabouts API',
    `<p>Every call, generated from the contract. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Programs send <code>Authorization: Bearer wak_…</code> with a key from <a href="/account-settings">Account Settings</a>.</p>
${Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => sectionOf(path, method, operation)),
  )
  .join('\n')}`,
  )

/** Generated on first request, because it would delay the start of the server. */
export const mountApiDocs = (app: Hono<AppEnv>) => {
  let cached: { page: string; json: string } | null = null
  const write = () => {
    const openApi = openApiOf(allCalls)
    return { page: docsPage(openApi), json: JSON.stringify(openApi) }
  }
  const docs = () => (cached ??= write())
  app.get('/api/openapi.json', (context) =>
    context.body(docs().json, 200, { 'content-type': 'application/json' }),
  )
  app.get('/api/docs', (context) => context.html(docs().page, 200, HTML_PAGE_HEADERS))
}
