import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderId } from '#shared/contract/session.ts'

/** What is known of the person coming back from a provider, while that one request runs. */
export type SignInAttempt = {
  provider: ProviderId
  /** Whose session the browser holds now, which may not be the one that began a link. */
  currentUid: string | null
  /** As the provider says, once it has said it. */
  email?: string | null
}

const attempts = new AsyncLocalStorage<SignInAttempt>()

export const duringAttempt = <T>(attempt: SignInAttempt, run: () => Promise<T>) =>
  attempts.run(attempt, run)

export const currentAttempt = () => attempts.getStore()
