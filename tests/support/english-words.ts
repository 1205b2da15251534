import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

type Tree = { [key: string]: string | Tree }
const listTexts = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : listTexts(value)))

/** The syntax of messages is English in every language. */
const SYNTAX =
  /\{\w+(?:, \w+)*\}|\{\w+, (?:plural|select),|(?:=\d|\b(?:zero|one|two|few|many|other|true|false|null))(?= \{)|<\/?\w+>/g
/** Addresses and codes, such as those of currencies. */
const CODES = /\S*(?:[@/_]|\w\.\w)\S*|\b[A-Z]{3}\b/g
const WORDS = /\p{L}+/gu

const listWords = (text: string): string[] =>
  (text.match(WORDS) ?? [])
    .filter((word) => /^[a-z]{3,}$/i.test(word))
    .map((word) => word.toLowerCase())

const readMessageWords = (language: string): Set<string> => {
  const file = readFileSync(`src/shared/locales/${language}.json`, 'utf8')
  return new Set(
    listTexts(JSON.parse(file) as Tree).flatMap((text) => listWords(text.replaceAll(SYNTAX, ' '))),
  )
}

/** Words of the English messages that those of a language do not have. */
export const listEnglishWords = (language: string): ReadonlySet<string> => {
  const own = readMessageWords(language)
  return new Set([...readMessageWords('en')].filter((word) => !own.has(word)))
}

/** What others wrote: titles, names, words that a visitor typed. */
const QUOTED =
  'bdi, code, [dir=auto], [translate=no], [lang]:not(html), textarea, [contenteditable=true]'

/** All that can be read or heard on a page, without what others wrote. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate((quoted) => {
    const names = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']
    const quotes: string[] = []
    const texts = [document.title]
    for (const element of document.querySelectorAll('*')) {
      const isQuoted = element.closest(quoted) !== null
      if (isQuoted) quotes.push(element.textContent ?? '')
      if (element instanceof HTMLInputElement && element.type !== 'submit')
        quotes.push(element.value)
      for (const name of names) {
        const text = element.getAttribute(name) ?? ''
        if (isQuoted) quotes.push(text)
        else texts.push(text)
      }
      if (isQuoted || /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(element.tagName)) continue
      for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data)
    }
    // A label that has a title in it, such as that of the heart on a card, repeats what is marked elsewhere.
    const longestFirst = [...new Set(quotes.map((quote) => quote.trim()))]
      .filter((quote) => quote.length > 2)
      .toSorted((a, b) => b.length - a.length)
    return [...new Set(texts)].map((text) =>
      longestFirst.reduce((rest, quote) => rest.replaceAll(quote, ' '), text).trim(),
    )
  }, QUOTED)

/** Texts of a page with an English word, each with what is English in it. */
export const findEnglishTexts = async (
  page: Page,
  english: ReadonlySet<string>,
): Promise<string[]> =>
  (await readTexts(page)).flatMap((text) => {
    const words = listWords(text.replaceAll(CODES, ' ')).filter((word) => english.has(word))
    return words.length === 0 ? [] : [`${words.join(', ')}: ${text}`]
  })
