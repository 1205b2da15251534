/** better-auth requires an e-mail, but some Facebook users have none. `.invalid` is never real. */
export const NO_EMAIL_DOMAIN = '@no-email.invalid'

export const standInEmail = (provider: string, subject: string) =>
  `${provider}-${subject}${NO_EMAIL_DOMAIN}`.toLowerCase()

/** The e-mail to show; null if the provider gave none. */
export const shownEmail = (email: string): string | null =>
  email.endsWith(NO_EMAIL_DOMAIN) ? null : email
