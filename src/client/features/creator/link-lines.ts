import { isHttpLink } from '#shared/domain/product-link.ts'

type NamedLink = { label: string; url: string }

/** 'Blog https://ada.example' on each line; null if one of them is not like that. */
export const linksFromText = (text: string): NamedLink[] | null => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const links = lines.flatMap((line): NamedLink[] => {
    const [, label = '', url = ''] = /^(.*\S)\s+(\S+)$/.exec(line.trim()) ?? []
    return isHttpLink(url) ? [{ label, url }] : []
  })
  return links.length === lines.length ? links : null
}

export const textFromLinks = (links: readonly NamedLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n')
