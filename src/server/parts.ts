import type pg from 'pg'
import type { Logger } from 'pino'
import type { ScreenRenderer } from '#shared/rendering.ts'
import type { AccountParts } from './account-parts.ts'
import type { FinderParts } from './features/finder/finder.ts'
import type { ImageProxy } from './features/images/image-proxy.service.ts'
import type { Media } from './features/images/media.service.ts'
import type { ClientFiles } from './features/pages/static-files.ts'
import type { ReplyCache } from './http/reply-cache.ts'
import type { ServeParts } from './http/serve.ts'
import type { VisionParts } from './features/finder/open-vision.ts'

/** What the routes are made from. `main.ts` constructs the real ones, tests their own. */
export type AppParts = ServeParts & {
  log: Logger
  pool: pg.Pool
  /** The address people use; null means the one they asked for. */
  publicUrl: string | null
  /** How many proxies in front of the server are believed. */
  trustedProxies: number
  /** Public replies at hand, emptied when the catalogue changes. */
  replies: ReplyCache
  media: Media
  imageProxy: ImageProxy
  accounts: AccountParts
  finder: FinderParts
  vision: VisionParts
  clientFiles: ClientFiles
  renderScreen: ScreenRenderer | null
}
