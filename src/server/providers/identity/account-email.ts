/** better-auth wants an e-mail of everyone; some Facebook people have none. Reserved, so never real. */
const NO_EMAIL_DOMAIN = '@no-email.invalid'

export const standInEmail = (provider: string, subject: string) =>
  `${provider}-${subject}${NO_EMAIL_DOMAIN}`.toLowerCase()

/** What may be shown: null where the provider gave none. */
export const shownEmail = (email: string): string | null =>
  email.endsWith(NO_EMAIL_DOMAIN) ? null : email
