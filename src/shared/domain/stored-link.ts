import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { DETECTION_PROBLEMS } from '#shared/finder-messages.ts'
import { isKnown } from './text.ts'
import { fitsBytes, isHttpLink } from './links.ts'

const text = z.string().trim().max(FIELD_LIMITS.linkChars)

const isOwnPath = (link: string) => /^\/(?![/\\])/.test(link)

/** A link that people follow. `javascript:` and the like would run as script in some client. */
export const shopLinkSchema = text.refine(isHttpLink, DETECTION_PROBLEMS.invalidLink)

/** Sources write N/A, or nothing, for a missing link. */
export const optionalShopLinkSchema = text
  .refine((link) => !isKnown(link) || isHttpLink(link), DETECTION_PROBLEMS.invalidLink)
  .nullish()

/** A picture on the web, or one of ours by its path. An index of the database holds those of scans. */
export const pictureLinkSchema = text
  .refine(
    (link) => !isKnown(link) || isHttpLink(link) || isOwnPath(link),
    'not the address of a picture',
  )
  .refine((link) => fitsBytes(link, FIELD_LIMITS.linkChars), 'too long')
