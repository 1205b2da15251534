import { api } from '#client/lib/api.ts'

type Options = {
  replace: boolean
  /** Share of the file that was sent. */
  onProgress: (share: number) => void
}

/** Sends a file in parts and starts its import. */
export const uploadCatalogue = async (file: File, { replace, onProgress }: Options) => {
  const { id, partBytes } = (
    await api('POST /api/admin/imports', { body: { name: file.name, bytes: file.size, replace } })
  ).data
  for (let start = 0, number = 0; start < file.size; start += partBytes, number += 1) {
    const form = new FormData()
    form.set('number', String(number))
    form.set('part', file.slice(start, start + partBytes), 'part')
    await api('POST /api/admin/imports/:id/parts', { params: { id }, body: { number }, form })
    onProgress(Math.min(1, (start + partBytes) / file.size))
  }
  await api('POST /api/admin/imports/:id/start', { params: { id } })
}
