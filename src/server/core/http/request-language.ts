import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { ENGLISH, findLanguage, type Language } from '#server/core/languages.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'
import { LANGUAGE_COOKIE, PAGE_LANGUAGE_HEADER } from '#shared/languages.ts'
import type { AppEnv } from './request-context.ts'

/** Calls of the specification answer as it says, in English, but for our own pages in their language. */
const SPECIFIED_CALL =
  /^\/api\/(?:invite-codes\/|firebase-sync\/|image-proxy|detect-and-search|product-search)|\.php(?:\?|$)/
const CALL = /^\/(?:api|local-identity)\/|\.php(?:\?|$)/

/** The first offered language that a browser or program prefers. */
const negotiate = (languages: readonly Language[], accepted: string): Language => {
  const ranges = accepted.split(',', 20).map((range) => {
    const [tag = '', quality = '1'] = range.split(/;\s*q=/)
    return { code: tag.trim().toLowerCase().split('-', 1)[0], quality: Number(quality) || 0 }
  })
  for (const { code } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    const language = languages.find((offered) => offered.code === code)
    if (language) return language
  }
  return ENGLISH
}

type ReadHeader = (name: string) => string | undefined

/** The language that the page or program asks in. */
const findCallerLanguage = (languages: readonly Language[], readHeader: ReadHeader): Language =>
  negotiate(languages, readHeader(PAGE_LANGUAGE_HEADER) ?? readHeader('accept-language') ?? '')

/**
 * Pages are in the language of their address; our own calls, and the page that replaces Google's, are in
 * one that the caller accepts.
 */
export const findRequestLanguage = (
  languages: readonly Language[],
  path: string,
  readHeader: ReadHeader,
): Language => {
  if (languages.length === 1) return ENGLISH
  if (!CALL.test(path)) return findLanguage(languages, path)
  return SPECIFIED_CALL.test(path) && readHeader(PAGE_LANGUAGE_HEADER) === undefined
    ? ENGLISH
    : findCallerLanguage(languages, readHeader)
}

export const findIncomingLanguage = (
  languages: readonly Language[],
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
): Language => findRequestLanguage(languages, url, (name) => headers[name]?.toString())

export const answerInLanguage =
  (languages: readonly Language[]): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const { req } = context
    const readHeader = (name: string) => req.header(name)
    const language = findRequestLanguage(languages, req.path, readHeader)
    context.set(
      'language',
      (CALL.test(req.path) ? findCallerLanguage(languages, readHeader) : language).code,
    )
    return language === ENGLISH ? next() : runInLanguage(language, next)
  }

/** The language that a visitor chose earlier. */
export const readChosenLanguage = (
  languages: readonly Language[],
  cookies: string | undefined,
): Language | undefined => {
  const [, code] = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]+)`).exec(cookies ?? '') ?? []
  return languages.find((language) => language.code === code)
}
