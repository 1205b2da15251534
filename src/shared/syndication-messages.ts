/** Feeds and embeds. */
export const SYNDICATION_TEXT = {
  newest: 'The newest looks',
  newestOf: (name: string) => `The newest looks of ${name}`,
  atomOf: (title: string) => `${title} (Atom)`,
  rssOf: (title: string) => `${title} (RSS)`,
  jsonOf: (title: string) => `${title} (JSON Feed)`,
  unknownFormat: 'The format must be json or xml',
  notEmbeddable: 'This address cannot be embedded',
  unavailable: 'This is no longer available',
} as const
