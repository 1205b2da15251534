import { Fragment } from 'react'
import { Verbatim } from './verbatim.tsx'

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
