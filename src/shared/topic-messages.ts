/** The pages of tags, events and shows. */
export const TOPIC_TEXT = {
  kinds: { tag: 'Tag', event: 'Event', show: 'Show' },
  description: (name: string) => `Looks of ${name}, with the products in them.`,
  notFound: 'No look is about this.',
  noEpisode: 'Other looks',
  looks: 'Looks',
  notLoaded: 'Couldn’t load these looks',
} as const
