import { type InputHTMLAttributes, useId } from 'react'
import { api } from '#client/lib/api.ts'
import styles from './admin-page.module.css'
import { UPLOAD_TEXT } from './import-messages.ts'

type UploadOptions = {
  /** Deletes every product that is not in the file. */
  replace?: boolean
  /** It is a shop's feed, not a catalogue. */
  feed?: boolean
  /** Called with the share of the file that has been sent. */
  onProgress?: (share: number) => void
}

/** Sends a file in parts, so that no limit on requests applies to it. Returns its id. */
export const uploadFile = async (
  file: File,
  { replace = false, feed = false, onProgress }: UploadOptions,
): Promise<string> => {
  const { id, partBytes } = (
    await api('POST /api/admin/imports', {
      body: { name: file.name, bytes: file.size, replace, feed },
    })
  ).data
  for (let start = 0, number = 0; start < file.size; start += partBytes, number += 1) {
    const form = new FormData()
    form.set('number', String(number))
    form.set('part', file.slice(start, start + partBytes), 'part')
    await api('POST /api/admin/imports/:id/parts', { params: { id }, body: { number }, form })
    onProgress?.(Math.min(1, (start + partBytes) / file.size))
  }
  return id
}

export const UploadProgress = ({ share }: { share: number }) => (
  <label className="stack gap-1">
    <span className="quiet small">{UPLOAD_TEXT.sent(Math.round(share * 100))}</span>
    <progress className={styles.progress} max={1} value={share} />
  </label>
)

type FileFieldProps = { label: string } & InputHTMLAttributes<HTMLInputElement>

export const FileField = ({ label, ...rest }: FileFieldProps) => {
  const id = useId()
  return (
    <div className="stack gap-1">
      <label className="quiet small" htmlFor={id}>
        {label}
      </label>
      <input {...rest} id={id} className={styles.file} type="file" name="file" />
    </div>
  )
}

const FILE_CACHE = 'continued-file'

/** Stores a chosen file while its administrator signs in again, which loads the page anew. */
export const storeFile = async (file: File) => {
  const cache = await globalThis.caches?.open(FILE_CACHE)
  await cache?.put(`/${FILE_CACHE}/${encodeURIComponent(file.name)}`, new Response(file))
}

/** Null if there is none, or if the browser has no cache. */
export const takeStoredFile = async (): Promise<File | null> => {
  const cache = await globalThis.caches?.open(FILE_CACHE)
  const [request] = (await cache?.keys()) ?? []
  const reply = request && (await cache?.match(request))
  if (!request || !reply) return null
  const file = new File(
    [await reply.blob()],
    decodeURIComponent(request.url.split('/').at(-1) ?? ''),
  )
  await globalThis.caches.delete(FILE_CACHE)
  return file
}
