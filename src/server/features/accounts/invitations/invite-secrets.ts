import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { INVITE } from '#shared/constants.ts'
import { normaliseInviteCode } from '#shared/domain/invite-code.ts'

const symbols = (length: number) =>
  Array.from(
    { length },
    () => INVITE.codeAlphabet[randomInt(INVITE.codeAlphabet.length)] ?? '',
  ).join('')

const KEY_GROUP = /.{4}(?=.)/g

/** Creates codes, references and keys, and the keyed hashes under which they are stored (decision 046). */
export const createInviteSecrets = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts invitations', 32))
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest()
  return {
    makeCode: () => symbols(INVITE.codeLength),
    makeRef: () => randomBytes(INVITE.refBits / 8).toString('base64url'),
    makeKey: () => symbols(INVITE.keyLength).replaceAll(KEY_GROUP, '$&-'),
    hashCode: (code: string) => hash('code', normaliseInviteCode(code)),
    hashRef: (ref: string) => hash('ref', ref),
    /** Accepts any case, with or without dashes. */
    hashKey: (typed: string) => hash('key', typed.toUpperCase().replaceAll(/[^\dA-Z]/g, '')),
  }
}
export type InviteSecrets = ReturnType<typeof createInviteSecrets>
