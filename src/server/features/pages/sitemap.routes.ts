import type { Context, Hono } from 'hono'
import { AppError } from '#server/core/http/errors.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { refuseIfTooMany, type WindowCounter } from '#server/core/http/rate-limits.store.ts'
import { robotsText, type Sitemap } from './sitemap.service.ts'

const HEADERS = { 'cache-control': 'public, max-age=3600' }
const PART = /^\/sitemap-([a-z]+)-([1-9]\d{0,5})\.xml$/

type Parts = { sitemap: Sitemap; publicUrl: string | null; pageLimit: WindowCounter }

/** What crawlers ask for. */
export const mountSitemap = (app: Hono<AppEnv>, { sitemap, publicUrl, pageLimit }: Parts) => {
  const originOf = (context: Context<AppEnv>) => publicUrl ?? new URL(context.req.url).origin
  const sendXml = (xml: string | null) => {
    if (xml === null) throw new AppError(404, 'Not found')
    return new Response(xml, { headers: { ...HEADERS, 'content-type': 'application/xml' } })
  }
  app.get('/robots.txt', (context) => context.text(robotsText(originOf(context)), 200, HEADERS))
  app.get('/sitemap.xml', async (context) => {
    refuseIfTooMany(pageLimit.take(context.get('address')))
    return sendXml(await sitemap.whole(originOf(context)))
  })
  app.get('/:name{sitemap-[a-z]+-[0-9]+\\.xml}', async (context) => {
    refuseIfTooMany(pageLimit.take(context.get('address')))
    const [, kind = '', number = '0'] = PART.exec(context.req.path) ?? []
    return sendXml(await sitemap.part(originOf(context), kind, Number(number)))
  })
}
