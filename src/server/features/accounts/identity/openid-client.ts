import * as openid from 'openid-client'
import { z } from 'zod'
import { SettingsError } from '#server/core/env.ts'
import { AppError } from '#server/core/http/errors.ts'

const TIMEOUT_S = 5
/** How far the provider's clock and ours may differ. */
const CLOCK_TOLERANCE_S = 60
const SCOPE = 'openid profile email'

export type OpenIdSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  label: string
  /** The claim that names the roles of a user; null if the provider has no say in them. */
  roleClaim: string | null
}

export type OpenIdClaims = { sub: string; [claim: string]: unknown }

/**
 * Talks to the OpenID provider of the settings. Metadata and keys are read anew for each sign-in, so
 * that a rotated key works at once.
 */
export const createOpenIdClient = ({ issuer, clientId, clientSecret }: OpenIdSettings) => {
  let known: openid.Configuration | null = null

  const discover = async () => {
    known = await openid.discovery(
      new URL(issuer),
      clientId,
      { [openid.clockTolerance]: CLOCK_TOLERANCE_S },
      authenticateWith(clientSecret),
      {
        timeout: TIMEOUT_S,
        execute: [
          openid.enableNonRepudiationChecks,
          // oxlint-disable-next-line typescript/no-deprecated -- the settings allow it for loopback
          ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      },
    )
    return known
  }

  return {
    /** Throws if the provider is not the one in the settings. 'silent' may pass. */
    check: async (): Promise<'usable' | 'silent'> => {
      try {
        await discover()
        return 'usable'
      } catch (error) {
        const problem = settingsProblem(error)
        if (problem) throw new SettingsError(`OIDC_ISSUER ${problem}`, { cause: error })
        return 'silent'
      }
    },

    departure: async (request: {
      redirectUri: string
      state: string
      nonce: string
      codeVerifier: string
      extra: Record<string, string>
    }) => {
      const config = await discover().catch((cause: unknown) => {
        throw new AppError(503, 'The sign-in provider does not answer. Please try again later.', {
          cause,
        })
      })
      return openid.buildAuthorizationUrl(config, {
        ...request.extra,
        redirect_uri: request.redirectUri,
        scope: SCOPE,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      })
    },

    /** The verified claims of whoever returns to this address. */
    arrival: async (
      callback: URL,
      expected: { nonce: string; codeVerifier: string },
    ): Promise<OpenIdClaims> => {
      const config = await discover()
      const tokens = await openid.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: expected.codeVerifier,
        // better-auth has compared it with the browser's cookie and spent it.
        expectedState: callback.searchParams.get('state') ?? '',
        expectedNonce: expected.nonce,
        idTokenExpected: true,
      })
      const signed = tokens.claims()
      if (!signed) throw new Error('The provider sent no ID token')
      const more = config.serverMetadata().userinfo_endpoint
        ? await openid.fetchUserInfo(config, tokens.access_token, signed.sub)
        : {}
      return mergeClaims(signed, more)
    },

    /** Where the browser signs out at the provider too; null if that is not possible. */
    endSessionUrl: (returnTo: string): string | null =>
      known?.serverMetadata().end_session_endpoint
        ? openid.buildEndSessionUrl(known, { post_logout_redirect_uri: returnTo }).href
        : null,
  }
}

/** Basic is what the specification assumes of a server that does not say. */
const authenticateWith =
  (secret: string): openid.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(secret)
      : openid.ClientSecretPost(secret)
    method(server, client, body, headers)
  }

/** An address and whether it is verified must come from one source: mixed, they prove nothing. */
const mergeClaims = (signed: OpenIdClaims, more: Record<string, unknown>): OpenIdClaims => {
  const { email, email_verified } = more['email'] === undefined ? signed : more
  return { ...signed, ...more, sub: signed.sub, email, email_verified }
}

const namesAnotherIssuer = z.object({
  cause: z.object({ body: z.object({ issuer: z.string() }) }),
})

/** What whoever made the settings has to change; null if the provider may just be down. */
const settingsProblem = (error: unknown): string | null => {
  if (!(error instanceof openid.ClientError) || error.code === 'OAUTH_TIMEOUT') return null
  if (error.cause instanceof Response && error.cause.status >= 500) return null
  const other = namesAnotherIssuer.safeParse(error)
  if (other.success) return `must be ${other.data.cause.body.issuer}, as the provider says`
  return 'must lead to an OpenID provider: it has no usable /.well-known/openid-configuration'
}
