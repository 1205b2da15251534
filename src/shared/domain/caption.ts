import { isHttpLink } from './links.ts'

/** Text, or a link that shows its address. */
export type CaptionPart = { text: string; isLink: boolean }

/** Without the punctuation of the sentence around it. */
const ADDRESS = /(https?:\/\/[^\s<>"“”«»]*[^\s<>"“”«»'’.,;:!?)\]}、。，！？）」])/giu

/** The lines of a caption, with its links. Nothing else of it is markup. */
export const parseCaption = (caption: string): CaptionPart[][] =>
  caption.split(/\r\n|\r|\n/).map((line) =>
    line
      .split(ADDRESS)
      .filter((text) => text !== '')
      .map((text) => ({
        text,
        isLink: /^https?:/i.test(text) && isHttpLink(text) && URL.canParse(text),
      })),
  )
