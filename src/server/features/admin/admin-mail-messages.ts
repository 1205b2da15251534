/** Emails to administrators. */

export const ADMIN_MAIL_TEXT = {
  testSubject: 'Wearabouts: test email',
  test: 'This is the test email that you requested. Email works.',
  lastBackup: (day: string) => `The last one was made on ${day}.`,
  noWorkers: 'Photos can’t be scanned.',
  childAbuse: (count: number) => `${count} about the abuse of a child`,
  subject: (subject: string) => `Wearabouts: ${subject}`,
  reason:
    'You get this email because you administer this site. We send at most one a day, and an immediate one about serious problems.',
  namesAndMore: (names: string, more: number) => `${names}; and ${more} more`,
} as const
