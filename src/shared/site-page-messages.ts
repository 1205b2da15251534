export const TERMS_TEXT = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  dataDeletion: 'User Data Deletion Instructions',
} as const

export const CONTACT_TEXT = {
  imprint: 'Imprint',
  fullName: 'Full Name',
  emailAddress: 'Email Address',
  phoneNumber: 'Phone Number',
  message: 'Message',
  sendMessage: 'Send Message',
  notYetFunctional: 'Not yet functional',
  /** Not in the specification. */
  sent: 'Thank you. Your message has been sent.',
  lead: (hours: number) =>
    `A question, a wrong match or some feedback? We reply within ${hours} hours.`,
} as const
