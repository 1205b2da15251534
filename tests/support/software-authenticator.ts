import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Lie = {
  origin?: string
  rpId?: string
  type?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** CBOR's head of a value of this major type. */
const head = (major: number, length: number) => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const byteString = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])

/** Makes passkeys as a browser with a security key does, truthfully or not. */
export const createAuthenticator = (site: { origin: string; rpId: string }) => {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let uses = 0

  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({ type: lie.type ?? type, challenge, origin: lie.origin ?? site.origin }),
    )
  const authData = (lie: Lie, more: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lie.counter ?? uses)
    const flags =
      USER_PRESENT |
      (lie.isVerified === false ? 0 : USER_VERIFIED) |
      (more.length > 0 ? HAS_CREDENTIAL : 0)
    return Buffer.concat([sha256(lie.rpId ?? site.rpId), Buffer.from([flags]), counter, more])
  }
  /** The public key as a COSE map: EC2, ES256, P-256. */
  const coseKey = () =>
    Buffer.concat([
      head(5, 5),
      Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      byteString(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      byteString(Buffer.from(y, 'base64url')),
    ])

  const credential = { id: encode(id), rawId: encode(id), type: 'public-key' as const }
  return {
    id: credential.id,

    create: ({ challenge }: { challenge: string }, lie: Lie = {}) => {
      const length = Buffer.from([0, id.length])
      const data = authData(lie, Buffer.concat([Buffer.alloc(16), length, id, coseKey()]))
      const attestationObject = Buffer.concat([
        head(5, 3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        head(5, 0),
        text('authData'),
        byteString(data),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge, lie)),
          attestationObject: encode(attestationObject),
          transports: ['internal'],
        },
      }
    },

    prove: ({ challenge }: { challenge: string }, lie: Lie = {}) => {
      uses += 1
      const data = authData(lie)
      const client = clientData('webauthn.get', challenge, lie)
      const hash = createHash('sha256').update(client).digest()
      return {
        ...credential,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(sign('sha256', Buffer.concat([data, hash]), privateKey)),
          ...(lie.userHandle === undefined ? {} : { userHandle: encode(lie.userHandle) }),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
