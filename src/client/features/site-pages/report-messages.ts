/** Notices of illegal content. */

export const REPORT_TEXT = {
  thanks: 'Thank you for your notice',
  lead: 'Report a look, picture, product, board or creator’s page that should not be here. A person reads every report.',
  kind: 'What is wrong with it?',
  address: 'Address of the page or picture on this site',
  work: 'Which work is it? Describe it, or give an address where it is published',
  explanation: 'Explain why it is illegal',
  name: 'Your name',
  nameOptional: 'Your name (optional)',
  email: 'Your email',
  emailOptional: 'Your email (optional)',
  contact: 'Your postal address or telephone number (optional)',
  perjury: 'Under penalty of perjury: I own the right, or may act for its owner.',
  signature: 'Signature: type your full name',
  send: 'Send notice',
  kinds: {
    copyright: 'It infringes a copyright',
    trademark: 'It infringes a trademark, or is counterfeit',
    privacy: 'It violates somebody’s privacy or right to their own image',
    'child-abuse': 'It shows the sexual abuse of a child',
    other: 'It is illegal for another reason',
  },
  confirmedReference: (reference: string) =>
    `Its reference is <b>${reference}</b>. We sent you a confirmation by email, and will tell you what we decide.`,
  reference: (reference: string) =>
    `Its reference is <b>${reference}</b>. Please keep the reference, in case you want to ask about it.`,
  goodFaith: 'I believe in good faith that what I say here is accurate and complete.',
  goodFaithOfOwner:
    'I believe in good faith that what I say here is accurate and complete, and that the use is not permitted by the owner, its agent or the law.',
} as const
