import type { Permission } from '#shared/contract/permissions.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import type { openApiOf } from './openapi.ts'

type OpenApi = ReturnType<typeof openApiOf>
type Operation = { summary?: string; 'x-permission'?: Permission; parameters?: unknown[] }

const WHO: Record<Permission, string> = {
  browse: 'anyone',
  'use-account': 'signed-in users',
  'add-products': 'users with an invitation code',
  administer: 'administrators',
}

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const operationOf = (path: string, method: string, operation: Operation) => {
  const {
    summary = '',
    parameters = [],
    'x-permission': permission = 'browse',
    ...rest
  } = operation
  return `<section>
<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. For ${WHO[permission]}.</p>
${parameters.length ? `<details><summary>Parameters</summary>${json(parameters)}</details>` : ''}
<details><summary>Body and reply</summary>${json(rest)}</details>
</section>`
}

/** No inline script or style: the CSP would block them. */
export const docsPage = (openApi: OpenApi): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wearabouts API</title></head>
<body>
<h1>Wearabouts API</h1>
<p>Every call, generated from the contract. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${Object.entries(openApi.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationOf(path, method, operation as Operation),
    ),
  )
  .join('\n')}
</body>
</html>`
