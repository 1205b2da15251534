/** The providers of the specification. */
export const SOCIAL_IDS = ['google', 'facebook'] as const
export type SocialId = (typeof SOCIAL_IDS)[number]

/** In the order in which they are listed. `oidc` is the OpenID provider of the settings. */
export const PROVIDER_IDS = [...SOCIAL_IDS, 'oidc'] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]

/** Ways to sign in that an account can be linked to. */
export const SIGN_IN_METHODS = [...PROVIDER_IDS, 'email', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
