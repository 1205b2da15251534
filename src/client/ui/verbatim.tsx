import { Fragment } from 'react'
import { detectTitleLanguage } from '#shared/domain/title-language.ts'

/**
 * The name of a person, brand, shop or site. It is the same in every language, and isolated, because it
 * would change the order of the words around it where they are written in the other direction.
 */
export const Name = ({ children }: { children: string }) => <bdi translate="no">{children}</bdi>

type VerbatimProps = {
  /** The whole text. */
  children: string
  /** Shown instead of it, where space is limited. */
  short?: string
}

/** A text as its author wrote it, such as the title of a product or board, with its language if known. */
export const Verbatim = ({ children, short }: VerbatimProps) => (
  <bdi lang={detectTitleLanguage(children)} title={short === undefined ? undefined : children}>
    {short ?? children}
  </bdi>
)

type WithVerbatimProps = {
  text: string
  /** What others wrote of it, in the order in which it occurs. */
  parts: readonly string[]
}

/** A message in which words of others are marked, such as what a visitor searched for. */
export const WithVerbatim = ({ text, parts }: WithVerbatimProps) => {
  let end = 0
  const pieces = parts.map((part) => {
    const at = text.indexOf(part, end)
    if (part === '' || at === -1) return null
    const before = text.slice(end, at)
    end = at + part.length
    return (
      <Fragment key={at}>
        {before}
        <Verbatim>{part}</Verbatim>
      </Fragment>
    )
  })
  return [...pieces, text.slice(end)]
}
