import { getOAuthState } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import type { OpenIdClaims } from './openid-client.ts'
import type { createOpenIdClient } from './openid-client.ts'
import { currentAttempt } from './sign-in-attempt.ts'

export type OpenIdClient = ReturnType<typeof createOpenIdClient>

type MappedUser = { email: string; emailVerified: boolean; name: string }

/**
 * Registers the OpenID provider with better-auth, which keeps state, nonce and code verifier. Its own
 * plugin reads the metadata once, compares no issuer, allows no clock skew and takes the profile of
 * another subject from the userinfo endpoint (decision 097).
 */
export const openIdPlugin = (
  client: OpenIdClient,
  mapUser: (claims: OpenIdClaims) => Promise<MappedUser>,
): BetterAuthPlugin => ({
  id: 'openid',
  init: ({ socialProviders }) => ({
    context: {
      socialProviders: [
        ...socialProviders,
        {
          id: 'oidc',
          name: 'OpenID',
          requiresIdTokenNonce: true,
          accountSubject: ({ profile }) => (profile as OpenIdClaims).sub,
          createAuthorizationURL: ({
            state,
            codeVerifier,
            redirectURI,
            idTokenNonce,
            additionalParams,
          }) =>
            client.departure({
              redirectUri: redirectURI,
              state,
              nonce: idTokenNonce ?? '',
              codeVerifier,
              extra: additionalParams ?? {},
            }),
          validateAuthorizationCode: async ({ redirectURI, codeVerifier }) => {
            const attempt = currentAttempt()
            const nonce: unknown = (await getOAuthState())?.['idTokenNonce']
            if (!attempt || typeof nonce !== 'string' || !codeVerifier) return null
            const callback = new URL(redirectURI)
            callback.search = attempt.query
            attempt.claims = await client.arrival(callback, { nonce, codeVerifier })
            // Nothing needs the tokens any more, so none are kept.
            return {}
          },
          getUserInfo: async () => {
            const claims = currentAttempt()?.claims
            if (!claims) return null
            const { picture } = claims
            return {
              user: {
                ...(await mapUser(claims)),
                ...(typeof picture === 'string' && { image: picture }),
              },
              data: claims,
            }
          },
        },
      ],
    },
  }),
})
