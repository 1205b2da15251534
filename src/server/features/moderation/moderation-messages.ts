/** Notices of illegal content: emails and refusals. */

export const MODERATION_TEXT = {
  noAddress: 'Give the address of a page or picture on this site.',
  nothingAtAddress:
    'There is no look, picture, product, shared board or creator’s page at this address.',
  removedAlready: 'This has been removed already.',
  importRuns: 'An import is running. Restore it when the import has ended.',
  restoredAlready: 'This has been restored already.',
  notSimilar: 'This picture is not among those that may be copies.',
} as const

export const NOTICE_MAIL_TEXT = {
  receiptSubject: (reference: string) => `We received your notice ${reference}`,
  receipt: (reference: string) =>
    `We received a notice about content on Wearabouts, with your address. Its reference is ${reference}.`,
  receiptHint: 'A person will read it, and we will tell you what we decide.',
  receiptMistake: 'If you did not send it, you do not need to do anything.',
  decisionSubject: (reference: string) => `Our decision about your notice ${reference}`,
  about: (reference: string) => `This is about your notice ${reference}.`,
  reason: (reason: string) => `The reason: ${reason}`,
  byPerson: 'A person decided this, without automated means.',
  redress:
    'If you disagree, contact us and mention the reference. You can also turn to a body for out-of-court dispute settlement or to a court.',
  removed: 'We removed the content and will prevent it from being added again.',
  declined: 'We did not remove the content.',
  restored: 'We restored the content that we had removed.',
  decidedAlready: 'This notice has been decided already.',
} as const
