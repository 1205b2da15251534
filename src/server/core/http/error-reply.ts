import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseUnavailable, isDiskFull } from '#server/core/db/pools.ts'
import { AppError } from './errors.ts'
import { type AppEnv, redactPath } from './request-context.ts'
import { logSecurityEvent } from './security-log.ts'
import { HTTP_TEXT } from './http-messages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

/** Inline, because the error page must work even if nothing else can be served. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;
font:16px/1.5 system-ui,sans-serif;background:#faf7f2;color:#16130f}
main{max-width:32rem}
h1{font:500 2rem/1.2 Georgia,serif;margin:0 0 16px}
a{color:inherit;display:inline-flex;align-items:center;min-height:44px}
@media(prefers-color-scheme:dark){body{background:#141210;color:#f5f0e8}}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const titleOf = (status: number): string => {
  if (status === 404) return HTTP_TEXT.pageNotFound
  if (status === 429) return HTTP_TEXT.tooManyRequests
  return status === 503 ? HTTP_TEXT.backSoon : HTTP_TEXT.somethingWentWrong
}

/** The HTML error page for people; programs get JSON. */
export const renderErrorPage = (status: number, message: string) => {
  const title = titleOf(status)
  return {
    html: `<!doctype html>
<html lang="${LOCALE_TEXT.language}" dir="${LOCALE_TEXT.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(message)}</p><a href="">${HTTP_TEXT.tryAgain}</a> <a href="${LOCALE_TEXT.prefix || '/'}">${HTTP_TEXT.home}</a></main></body>
</html>`,
    policy: `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/** Browsers accept HTML only when they navigate to a page, not when scripts send requests. */
export const wantsHtmlPage = (accept: string | undefined): boolean =>
  accept?.includes('text/html') ?? false

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** XML 1.0 allows these in no form: a file that contains one cannot be read. */
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** For text and quoted attributes in HTML and XML. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/**
 * A refusal reveals nothing, so other sites may read it: an embed in their pages otherwise reports a
 * violation of the policy instead of a picture that it can request again.
 */
export const REFUSAL_POLICY = ['cross-origin-resource-policy', 'cross-origin'] as const

const RETRY_AFTER_SECONDS = 5
const DISK_RETRY_AFTER_SECONDS = 60

/** Turns temporary failures of the database or a disk into errors that tell the client to retry. */
const toUnavailableError = (error: Error): Error => {
  if (error instanceof AppError) return error
  if (isDiskFull(error))
    return new AppError(507, HTTP_TEXT.noSpaceLeft, {
      cause: error,
      retryAfterSeconds: DISK_RETRY_AFTER_SECONDS,
      code: 'disk-full',
    })
  if (isDatabaseUnavailable(error))
    return new AppError(503, HTTP_TEXT.unavailable, {
      cause: error,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      code: 'unavailable',
    })
  return error
}

/** pino logs the type and stack of an error only under the key `err`. */
const toLogFields = ({ cause }: AppError) =>
  cause instanceof Error ? { err: cause } : cause === undefined ? {} : { cause }

/** Turns every thrown error into a reply. Only the message of an AppError is sent to the client. */
export const createErrorReply = (thrown: Error, context: Context<AppEnv>) => {
  const error = toUnavailableError(thrown)
  const request = { method: context.req.method, path: redactPath(context.req.path) }
  const reply = (status: ContentfulStatusCode, message: string, code?: string) => {
    context.header('cache-control', 'private, no-store')
    if (wantsHtmlPage(context.req.header('accept'))) {
      const { html, policy } = renderErrorPage(status, message)
      return context.html(html, status, { 'content-security-policy': policy })
    }
    const envelope = { success: false, message, data: null, error: message }
    return context.json(code ? { ...envelope, code } : envelope, status)
  }
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined) {
      context.header('retry-after', String(Math.ceil(error.retryAfterSeconds)))
      context.header(...REFUSAL_POLICY)
    }
    if (error.security)
      logSecurityEvent(context.get('log'), error.security, {
        actor: context.get('actor') ?? null,
        path: context.get('route') ?? context.req.path,
        address: context.get('address'),
      })
    // oEmbed answers 501 to a format that it does not have, which any visitor can ask for.
    const isFailure = error.status >= 500 && error.status !== 501
    const level = isFailure ? 'error' : 'info'
    const log = context.get('log')
    log[level]({ ...request, status: error.status, ...toLogFields(error) }, error.message)
    return reply(error.status, error.message, error.code)
  }
  if (error instanceof HTTPException) return reply(error.status, error.message)
  context.get('log').error({ ...request, status: 500, err: error }, 'unexpected failure')
  return reply(500, context.get('failure')?.() ?? HTTP_TEXT.failed)
}
