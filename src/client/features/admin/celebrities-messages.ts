export const ADMIN_PEOPLE_TEXT = {
  search: 'Any name of a person',
  list: 'Celebrities',
  notLoaded: 'Couldn’t load people',
  openPage: 'Open their page',
  renamed: 'Renamed. Addresses with the former name lead to the new one.',
  otherNamesSaved: 'Other names saved',
  rename: 'Rename',
  name: 'Name',
  otherNames: 'Other names',
  otherNamesField: (limit: number) => `Other names, one per line, at most ${limit}`,
  otherNamesHint:
    'Searches find the person by them, and addresses with them lead here. Visitors do not see them.',
  saveOtherNames: 'Save other names',
  portraitChanged: 'Portrait changed',
  choosePortrait: 'Choose the portrait',
  looksOf: (name: string) => `Looks of ${name}`,
  chooseLook: (number: number, name: string) => `Use look ${number} of ${name}`,
  mergeTitle: 'Merge into another person',
  mergeWith: (name: string) => `Who ${name} is, too`,
  merged: (name: string, into: string) => `${name} is now ${into}`,
  mergeQuestion: (name: string, into: string) => `Merge ${name} into ${into}?`,
  mergeExplanation: (name: string, into: string) =>
    `${into} gets the looks, followers, affiliate rules and names of ${name}. This cannot be undone.`,
  merge: 'Merge',
  mergeInto: (into: string, looks: string) => `Merge into ${into} (${looks})`,
  removePerson: 'Remove this person',
  removeOf: (name: string) => `Remove ${name}`,
  reason: 'Reason',
  removed: (name: string) => `${name} is removed. The Takedown tab restores looks.`,
  removedShare: (removed: number, looks: number) => `${removed} of ${looks} removed`,
  empty: 'No people',
  looks: (count: number, formatted: string) => {
    if (count === 0) return 'no looks'
    return count === 1 ? '1 look' : `${formatted} looks`
  },
  removeLooks: (count: number, formatted: string) => {
    if (count === 0) return 'Remove no looks'
    return count === 1 ? 'Remove 1 look' : `Remove ${formatted} looks`
  },
} as const
