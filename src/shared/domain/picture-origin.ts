import type { PictureOrigin } from '#shared/contract/catalog.ts'
import { isHttpLink, parseHost } from './links.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { PICTURE_ORIGIN_TEXT } from '#shared/look-messages.ts'

type OriginPart = { label: string; text: string; /** Null if it is no link. */ href: string | null }

/** The photographer, source, licence and day of a picture, on pages as in feeds and embeds. */
export const listOriginParts = (origin: PictureOrigin): OriginPart[] => {
  const { credit, source, licence, takenOn } = origin
  const values = [
    [PICTURE_ORIGIN_TEXT.photo, credit],
    [PICTURE_ORIGIN_TEXT.source, source],
    [PICTURE_ORIGIN_TEXT.licence, licence],
    [
      PICTURE_ORIGIN_TEXT.takenOn,
      takenOn &&
        new Date(takenOn).toLocaleDateString(LOCALE_TEXT.formatLocale, {
          dateStyle: 'long',
          timeZone: 'UTC',
        }),
    ],
  ] as const
  return values.flatMap(([label, value]) => {
    if (!value) return []
    const host = isHttpLink(value) ? parseHost(value) : null
    return [host === null ? { label, text: value, href: null } : { label, text: host, href: value }]
  })
}
