/** Why the finder refuses a call. */

export const FINDER_SERVICE_TEXT = {
  scannedByEarlierVersion: 'This photo was scanned by an earlier version. Scan it again.',
  pageIsOutdated: 'This page is from an earlier version. Reload it, or send the photo instead.',
  scanIsOver: 'This scan is over',
  failed: 'Something went wrong on our side. Please try again.',
  nothingToSave: 'There are no products here to save for offline use',
  shopOrCelebrity: "Either 'shop' or 'celebrity' is needed",
  /** A newer scan of the same user, or the server, stopped this one. */
  stopped: 'The scan was stopped',
  unavailable: 'Photos cannot be scanned right now. Please try again in a moment.',
  tooManyPhotos: 'Several photos from your address are being scanned. Please wait for them.',
  tookTooLong: 'This took too long, because many photos are being scanned. Please try again.',
  serverStopped: 'The server that scanned this photo has stopped. Please try again.',
} as const
