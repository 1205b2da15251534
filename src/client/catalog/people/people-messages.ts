export const PEOPLE_TEXT = {
  ofPerson: (name: string) => ` of ${name}`,
  notLoaded: 'Couldn’t load celebrities',
  empty: 'No one here yet.',
  emptyHint: 'The catalogue has no one in this category.',
} as const
