import { cloneElement, type ReactElement, type ReactNode } from 'react'

/** For values inside a message with tags, so that a name such as '<b>x' stays text. */
export const escapeTags = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const unescapeTags = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The empty element that each tag stands for. */
type Tags = Readonly<Record<string, ReactElement>>

const renderTags = (text: string, tags: Tags): ReactNode[] => {
  const names = Object.keys(tags).join('|')
  const nodes: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(new RegExp(`<(${names})>(.*?)</\\1>`, 'gsu'))) {
    const [whole, name = '', content = ''] = match
    if (match.index > end) nodes.push(unescapeTags(text.slice(end, match.index)))
    end = match.index + whole.length
    const element = tags[name]
    if (element)
      nodes.push(cloneElement(element, { key: match.index }, ...renderTags(content, tags)))
  }
  if (end < text.length) nodes.push(unescapeTags(text.slice(end)))
  return nodes
}

/** A message with tags such as 'Results for <b>coat</b>'. Values in it pass through `escapeTags`. */
export const RichText = ({ text, tags }: { text: string; tags: Tags }) => renderTags(text, tags)
