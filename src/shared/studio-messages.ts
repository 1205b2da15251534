/** Why the studio refuses something. */
export const STUDIO_ERRORS = {
  noSuchDraft: 'This draft does not exist. It may have been deleted on another device.',
  savedElsewhere:
    'This draft was changed on another device. Load it again to see those changes; yours since then are not saved.',
  tooManyDrafts: 'You have too many drafts. Publish or delete some, then add more photos.',
  unreadable: 'This photo cannot be read. Try another file.',
  withdrawFirst: 'This look is published. Withdraw it before you delete it.',
  lookRemoved: 'An administrator has removed this look from this site. It cannot be published.',
  notPublished: 'This look is not published.',
  noPerson: 'Say who wears it before you publish.',
  noItems: 'Choose a product for at least one object before you publish.',
  badSource: 'The link to where the photo was published must begin with https://.',
  productGone: (title: string) =>
    `“${title}” is no longer in the catalogue. Choose another product for it.`,
  productRemoved: (title: string) =>
    `“${title}” was removed from this site after a notice and cannot be published.`,
  nameTaken: (name: string) =>
    `Somebody called ${name} is in the catalogue already. Choose another name for your page.`,
  addressTaken: (name: string) =>
    `Another page has or had the address “${name}”. Choose another one.`,
  badPageName: (problem: string) => `${problem} Choose another name for your page.`,
  futureDate: 'The date of the photo is in the future. Correct it before you publish.',
  noSuchSuggestion: 'This suggestion has been decided already.',
  notWorn: 'This item is no longer in the look.',
  catalogBusy: 'The catalogue is being updated, so nothing was changed. Try again in a minute.',
} as const

export const STUDIO_TEXT = {
  lead: 'Choose photos. The finder detects what is worn; you confirm it and publish.',
  creatorLead: (name: string) => `Your looks appear on your page, ${name}.`,
  addPhotos: 'Add photos',
  dropPhotos: 'or drop them here, several at once',
  adding: (done: number, total: number) => `Adding ${done} of ${total} photos`,
  archive: 'Import an archive',
  archiveHint:
    'A ZIP of photos, or the export of a social network. Each photo becomes a draft with its date; nothing is published automatically.',
  archiveReading: 'Reading the archive…',
  archiveRunning: (done: number, total: number) => `${done} of ${total} photos`,
  archiveWaiting: 'The server asked to wait. The import will continue automatically.',
  archiveOver: (added: number, existing: number) =>
    [
      added === 1 ? '1 photo added.' : `${added} photos added.`,
      existing > 0 && (existing === 1 ? '1 was already there.' : `${existing} were already there.`),
      added > 0 && 'New photos are scanned in the background.',
    ]
      .filter(Boolean)
      .join(' '),
  archiveStop: 'Stop',
  archiveDamagedPhoto: 'This file is damaged in the archive.',
  archiveLargePhoto: (megabytes: number) => `The photo is larger than ${megabytes} MB.`,
  refusedPhotos: (count: number) =>
    count === 1 ? '1 photo was not added:' : `${count} photos were not added:`,
  moreRefused: (count: number) => `and ${count} more`,
  badArchive: 'This archive cannot be read. Try another file.',
  tabs: { draft: 'Drafts', published: 'Published', withdrawn: 'Withdrawn', removed: 'Removed' },
  none: {
    draft: 'No drafts',
    published: 'Nothing published yet',
    withdrawn: 'Nothing withdrawn',
    removed: 'Nothing removed',
  },
  removedHint: 'Looks that an administrator has removed appear here.',
  noneHint: 'Add a photo to begin. Drafts are saved automatically, and only you can see them.',
  noPersonYet: 'No person chosen yet',
  decided: (decided: number, objects: number) => `${decided} of ${objects} objects`,
  scanning: 'Looking for clothes, shoes and accessories',
  scanFailed: 'This photo could not be scanned.',
  scanAgain: 'Try again',
  nothingSeen: 'Nothing was found in this photo. Add the items yourself.',
  by: (name: string) => `Published by ${name}`,

  saved: 'Saved',
  saving: 'Saving…',
  loadAgain: 'Load it again',
  who: 'Who wears it',
  whoHint: 'Type a name',
  newPerson: (name: string) => `${name} is new`,
  publishedAs: (name: string) => `This is published as ${name}, who is already here.`,
  respelled: (former: string, name: string) =>
    `${former} will be called ${name} everywhere on this site.`,
  portrait: 'Portrait',
  portraitHint: 'Move the circle to the face, with the mouse or the arrow keys.',
  portraitSize: 'Size of the portrait',
  worn: 'What is worn',
  leftToDecide: (count: number) =>
    count === 1 ? '1 object left to decide' : `${count} objects left to decide`,
  allDecided: 'Every object is decided',
  confirmAll: (count: number) => `Confirm ${count} exact ${count === 1 ? 'match' : 'matches'}`,
  confirm: 'Confirm',
  chooseAnother: 'Choose another',
  chooseProduct: 'Choose a product',
  unknown: 'Unknown',
  change: 'Change',
  undo: 'Undo',
  isUnknown: 'Marked as unknown. Visitors do not see it.',
  noProposal: 'Nothing in the catalogue looks like it.',
  exactness: 'How sure',
  exact: 'Exact item',
  similar: 'Similar item',
  claimedBy: 'Who says so',
  claimants: { publisher: 'I do', brand: 'The brand', finder: 'Only the finder' },
  sameGarment: (drafts: number) =>
    drafts === 1
      ? 'Also in 1 other draft: use it there too'
      : `Also in ${drafts} other drafts: use it there too`,
  sameGarmentDone: (drafts: number) =>
    drafts === 1 ? 'Used in 1 other draft' : `Used in ${drafts} other drafts`,
  addObject: 'Add an object',
  addObjectHint: 'Tap it in the photo, or drag a box around it.',
  addInMiddle: 'Box in the middle',
  boxes: 'Boxes',
  boxOf: (name: string) =>
    `${name}. Arrow keys move the box, Shift and an arrow key change its size.`,
  showInList: 'Show it in the list',
  objectNumber: (number: number) => `Object ${number}`,
  nameOf: (number: number) => `Name of object ${number}`,
  searchingBox: 'Searching in this box…',
  notSearched: 'This box could not be searched. Choose a product yourself.',
  cancel: 'Cancel',
  deleteObject: 'Remove this object',

  suggestions: 'Suggestions',
  noSuggestions: 'No suggestions',
  noSuggestionsHint: 'Corrections that visitors suggest appear here.',
  wornBy: (person: string) => `Worn by ${person}`,
  saysNotIt: 'A visitor says that this is the wrong product.',
  saysOther: 'A visitor suggests another product.',
  soSayOthers: (more: number) =>
    more === 1
      ? '1 more visitor suggested a correction.'
      : `${more} more visitors suggested a correction.`,
  takeOut: 'Remove it from the look',
  leaveIt: 'Leave it as it is',
  decidedSuggestion: 'Decided',

  lookAlike: 'Similar products',
  byWords: 'Search by words',
  byLink: 'Paste a shop link',
  search: 'Search',
  noneFound: 'Nothing in the catalogue matches these words.',
  readLink: 'Read',
  readingLink: 'Reading the shop’s page…',
  slowLink: 'The shop did not answer within five seconds. Try again, or paste another shop’s link.',
  takeThis: 'Use this product',

  about: 'About the photo',
  takenOn: 'Date',
  source: 'Where it was published (link)',
  credit: 'Photographer or agency',
  licence: 'Licence',
  badLink: 'Enter a link that begins with https://',

  preview: 'Preview',
  previewNote: 'This is a preview. Only you can see it.',
  backToEditing: 'Back to editing',
  publish: 'Publish',
  publishChanges: 'Publish changes',
  nothingToPublish: 'No changes to publish',
  published: 'Published. Everyone can see it now.',
  publishedUnder: (name: string) => `Published as ${name}, who was already here.`,
  view: 'View',
  withdraw: 'Withdraw',
  withdrawQuestion: 'Withdraw this look?',
  withdrawExplanation:
    'Its page, picture and products disappear from this site at once. A browser that has shown the picture may keep it for up to an hour. Feed readers, other sites and lists saved for offline use may keep their copies. Your draft stays, and you can publish it again, but at a new address: old links and embeds stay gone, and boards lose the look.',
  keep: 'Keep',
  withdrawn: 'Withdrawn. It is no longer on this site.',
  deleteDraft: 'Delete draft',
  deleteQuestion: 'Delete this draft?',
  deleteExplanation: 'The draft and its photo are deleted. This cannot be undone.',
} as const
