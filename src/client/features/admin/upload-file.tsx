import { type InputHTMLAttributes, useId } from 'react'
import { api } from '#client/lib/api.ts'
import styles from './admin-page.module.css'

type UploadOptions = {
  /** Whether what is not in the file is deleted. */
  replace?: boolean
  /** The file of a shop, not of the catalogue. */
  feed?: boolean
  /** Share of the file that was sent. */
  onProgress?: (share: number) => void
}

/** Sends a file in parts, so that its size does not matter. Returns its id. */
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
    <span className="quiet small">{Math.round(share * 100)}% sent</span>
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

const KEPT = 'continued-file'

/** Keeps a chosen file while its administrator signs in again, which loads the page anew. */
export const keepFile = async (file: File) => {
  const cache = await globalThis.caches?.open(KEPT)
  await cache?.put(`/${KEPT}/${encodeURIComponent(file.name)}`, new Response(file))
}

/** Null if there is none, or if the browser keeps nothing. */
export const takeKeptFile = async (): Promise<File | null> => {
  const cache = await globalThis.caches?.open(KEPT)
  const [request] = (await cache?.keys()) ?? []
  const reply = request && (await cache?.match(request))
  if (!request || !reply) return null
  const file = new File(
    [await reply.blob()],
    decodeURIComponent(request.url.split('/').at(-1) ?? ''),
  )
  await globalThis.caches.delete(KEPT)
  return file
}
