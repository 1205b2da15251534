import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { MEDIA_PREFIX, type Storage } from '#server/core/storage/storage.ts'
import { type CropPublisher, RemoteSearchError } from './remote-search/remote-search.ts'
import { isSameSecret } from '#server/core/same-secret.ts'

const FOLDER = 'crops/'
const NAME_BYTES = 24
/** Longer than any call to a provider. */
const VALID_MS = 5 * 60_000
/** Allows for differences between the clocks of servers. */
const GRACE_MS = 60 * 60_000

type Settings = {
  storage: Pick<Storage, 'put' | 'get' | 'delete' | 'list'>
  publicUrl: string | null
  secret: string
  now?: () => number
}

/** When the crop's URL expires, in seconds since 1970; 0 for a name of another form. */
const expiryOf = (name: string) => Number(/^(\d{10})-/.exec(name)?.[1] ?? 0)

/** Publishes a crop at a signed URL for the duration of one call. */
export const createCropPublisher = ({ storage, publicUrl, secret, now = Date.now }: Settings) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts crop addresses', 32))
  const sign = (name: string) => createHmac('sha256', key).update(name).digest()

  const isSigned = (name: string, signature: string) =>
    isSameSecret(Buffer.from(signature, 'base64url'), sign(name))

  const publish: CropPublisher['publish'] = async ({ jpeg }) => {
    // Otherwise the provider could not fetch it.
    if (!publicUrl?.startsWith('https://'))
      throw new RemoteSearchError('not-published', 'PUBLIC_URL is not an https address')
    const expires = Math.ceil((now() + VALID_MS) / 1000)
    const name = `${expires}-${randomBytes(NAME_BYTES).toString('hex')}.jpg`
    await storage.put(FOLDER + name, jpeg, 'image/jpeg')
    return {
      url: `${publicUrl}${MEDIA_PREFIX}${FOLDER}${name}?signature=${sign(name).toString('base64url')}`,
      withdraw: () => storage.delete(FOLDER + name),
    }
  }

  return {
    publish,

    /** Null if the signature is wrong or has expired. */
    read: async (name: string, signature: string): Promise<Buffer | null> => {
      if (!isSigned(name, signature) || expiryOf(name) * 1000 < now()) return null
      return (await storage.get(FOLDER + name))?.body ?? null
    },

    /** Deletes crops that a crash left behind, but not those that another server is publishing. */
    sweep: async (): Promise<void> => {
      for await (const key of storage.list(FOLDER)) {
        const expires = expiryOf(key.slice(FOLDER.length))
        if (expires * 1000 + GRACE_MS < now()) await storage.delete(key)
      }
    },
  }
}
export type Crops = ReturnType<typeof createCropPublisher>
