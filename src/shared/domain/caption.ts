import { isHttpLink } from './links.ts'

/** Text, or a link that shows its address. */
export type CaptionPart = { text: string; isLink: boolean }

const ADDRESS = /(https?:\/\/[^\s<>"“”«»]+)/iu
const PUNCTUATION = /['’.,;:!?)\]}、。，！？）」]$/u
const CLOSING_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[', '）': '（' }

const count = (text: string, character: string) => text.split(character).length - 1

/** Without the punctuation of the sentence around it; a bracket that is opened inside it is part of it. */
const trimAddress = (text: string): string => {
  const last = text.at(-1) ?? ''
  const opening = CLOSING_OF[last]
  const isOpened = opening !== undefined && count(text, opening) >= count(text, last)
  return PUNCTUATION.test(text) && !isOpened ? trimAddress(text.slice(0, -1)) : text
}

/** The lines of a caption, with its links. Nothing else of it is markup. */
export const parseCaption = (caption: string): CaptionPart[][] =>
  caption.split(/\r\n|\r|\n/).map((line) =>
    line.split(ADDRESS).flatMap((text, index) => {
      const address = index % 2 === 1 ? trimAddress(text) : ''
      return [address, text.slice(address.length)]
        .filter((part) => part !== '')
        .map((part) => ({ text: part, isLink: part === address && isHttpLink(part) }))
    }),
  )
