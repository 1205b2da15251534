import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSKEYS } from '#shared/constants.ts'

const RANDOM_BYTES = 24
const TIME_BYTES = 6
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES

/**
 * Challenges that carry their end and a signature, because anyone may ask for any number of them.
 * `purpose` names what a challenge is for, and for whom.
 */
export const createChallenges = (secret: string) => {
  const sign = (purpose: string, part: Uint8Array) =>
    createHmac('sha256', secret).update(`passkey:${purpose}:`).update(part).digest()

  return {
    make: (purpose: string, now = Date.now()): Uint8Array<ArrayBuffer> => {
      const part = Buffer.alloc(SIGNED_BYTES)
      randomBytes(RANDOM_BYTES).copy(part)
      part.writeUIntBE(now + PASSKEYS.challengeLifeMs, RANDOM_BYTES, TIME_BYTES)
      return new Uint8Array(Buffer.concat([part, sign(purpose, part)]))
    },

    isValid: (purpose: string, challenge: string, now = Date.now()): boolean => {
      const given = Buffer.from(challenge, 'base64url')
      const [part, signature] = [given.subarray(0, SIGNED_BYTES), given.subarray(SIGNED_BYTES)]
      const expected = sign(purpose, part)
      return (
        signature.length === expected.length &&
        timingSafeEqual(signature, expected) &&
        now < part.readUIntBE(RANDOM_BYTES, TIME_BYTES)
      )
    },
  }
}
export type Challenges = ReturnType<typeof createChallenges>
