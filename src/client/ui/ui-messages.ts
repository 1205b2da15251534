/** Texts of parts that many screens use. */

export const UI_TEXT = {
  cancel: 'Cancel',
  quoted: (words: string) => `“${words}”`,
  loading: 'Loading',
  close: 'Close',
  delete: 'Delete',
  keep: 'Keep',
  opensInNewTab: '(opens in a new tab)',
  noPicture: 'Picture not available',
  linkNotCopied: 'Could not copy the link',
  tryAgain: 'Try again',
  showMore: 'Show more',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  goBack: 'Go back',
} as const
