import { contentTypeOf, type Storage } from '#server/core/storage/storage.ts'
import { type Manifest, type Part, type PictureEntry, pictureList, sha256 } from './manifest.ts'
import { getPart, putPart } from './parts.ts'

/** Made again when they are needed, or gone within hours. */
const NOT_KEPT = ['variants/', 'crops/', 'checks/']
const LIST_LENGTH = 5_000

const isKept = (key: string) => !NOT_KEPT.some((folder) => key.startsWith(folder))

export async function* keptPictures(pictures: Storage): AsyncGenerator<string, void, undefined> {
  for await (const key of pictures.list('')) if (isKept(key)) yield key
}

export const hasPictures = async (pictures: Storage): Promise<boolean> =>
  !(await keptPictures(pictures).next()).done

const pictureKey = (name: string, { key }: Pick<PictureEntry, 'key'>) => `${name}/pictures/${key}`

/** Copies every picture, one at a time. One that is deleted meanwhile is left out. */
export const copyPictures = async (
  pictures: Storage,
  storage: Storage,
  name: string,
): Promise<Manifest['pictures']> => {
  const lists: Part[] = []
  let entries: PictureEntry[] = []
  const total = { count: 0, bytes: 0 }
  const flush = async () => {
    const body = Buffer.from(JSON.stringify(entries))
    const number = String(lists.length + 1).padStart(5, '0')
    lists.push(await putPart(storage, `${name}/pictures.${number}.json`, body))
    entries = []
  }
  for await (const key of keptPictures(pictures)) {
    const picture = await pictures.get(key)
    if (!picture) continue
    const { body, contentType } = picture
    await storage.put(pictureKey(name, { key }), body, contentType)
    entries.push({ key, sha256: sha256(body), bytes: body.length })
    total.count += 1
    total.bytes += body.length
    if (entries.length === LIST_LENGTH) await flush()
  }
  if (entries.length > 0) await flush()
  return { ...total, lists }
}

async function* picturesOf(storage: Storage, lists: readonly Part[]) {
  for (const list of lists)
    yield* pictureList.parse(JSON.parse((await getPart(storage, list)).toString()))
}

const partOf = (name: string, entry: PictureEntry): Part => ({
  ...entry,
  key: pictureKey(name, entry),
})

/** Reads every picture of the backup, and throws if one is missing or damaged. */
export const verifyPictures = async (storage: Storage, name: string, lists: readonly Part[]) => {
  for await (const entry of picturesOf(storage, lists)) await getPart(storage, partOf(name, entry))
}

/** Puts the pictures back; others go, because nothing refers to them any more. */
export const putPicturesBack = async (
  storage: Storage,
  name: string,
  lists: readonly Part[],
  pictures: Storage,
) => {
  const wanted = new Set<string>()
  for await (const entry of picturesOf(storage, lists)) {
    const body = await getPart(storage, partOf(name, entry))
    await pictures.put(entry.key, body, contentTypeOf(entry.key))
    wanted.add(entry.key)
  }
  return async () => {
    for await (const key of keptPictures(pictures)) if (!wanted.has(key)) await pictures.delete(key)
  }
}
