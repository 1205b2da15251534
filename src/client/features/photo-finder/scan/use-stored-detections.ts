import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { savedProductsQuery } from '#client/account/own-products.ts'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { favoriteProblem } from '#shared/domain/detection-rules.ts'
import { detectionName, recordFromDetection } from '#shared/domain/record-from-detection.ts'
import { DETECTION_PROBLEMS } from '#shared/finder-messages.ts'

/** What the server keeps of a scan: §8 says that trouble with it is only logged. */
export const useStoredDetections = (imageUrl: string | null) => {
  const { user } = useSession()
  const queries = useQueryClient()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [savingIds, setSavingIds] = useState<ReadonlySet<string>>(new Set())
  const listed = savedProductsQuery(user?.uid ?? '')
  const saved = useQuery({ ...listed, enabled: Boolean(user) })

  const favoriteNames = new Set((saved.data ?? []).map(({ title }) => title))
  for (const [name, isLiked] of toggled)
    if (isLiked) favoriteNames.add(name)
    else favoriteNames.delete(name)

  const record = (detection: ScanDetection, isLiked?: boolean) =>
    recordFromDetection(detection, {
      ...(imageUrl ? { originalImageUrl: imageUrl } : {}),
      ...(isLiked === undefined ? {} : { isLiked }),
    })

  const save = async (detection: ScanDetection) => {
    if (!user) return
    const body = { firebase_uid: user.uid, detection_data: record(detection) }
    await api('POST /api/firebase-sync/save-detection.php', { body }).catch((error: unknown) =>
      logProblem('A detection was not saved', error),
    )
  }

  return {
    favoriteNames,
    savingIds,
    save,

    /** §7: called for each detection after a scan. */
    saveAll: async (detections: readonly ScanDetection[]) => {
      if (!user) return
      for (const detection of detections) {
        const body = { firebase_uid: user.uid, detection_data: record(detection) }
        await api('POST /save-detection.php', { body }).catch((error: unknown) =>
          logProblem('A detection was not saved', error),
        )
      }
    },

    remove: async ({ id }: ScanDetection) => {
      if (!user) return
      const body = { firebase_uid: user.uid, product_id: id }
      await api('DELETE /api/firebase-sync/save-detection.php', { body }).catch((error: unknown) =>
        logProblem('A detection was not deleted', error),
      )
    },

    /** §4: optimistic; a failure of the server save is logged and the toggle still proceeds. */
    toggleFavorite: async (detection: ScanDetection) => {
      const problem = user ? favoriteProblem(detection) : DETECTION_PROBLEMS.loginToFavorite
      if (problem || !user) {
        toast.show(problem ?? '', { kind: 'error' })
        return
      }
      const name = detectionName(detection)
      const isLiked = !favoriteNames.has(name)
      setToggled(new Map([...toggled, [name, isLiked]]))
      setSavingIds((ids) => new Set([...ids, detection.id]))
      const body = { firebase_uid: user.uid, detection_data: record(detection, isLiked) }
      await api('POST /save-detection.php', { body })
        .then(() => queries.invalidateQueries({ queryKey: listed.queryKey }))
        .catch((error: unknown) => logProblem('A favorite was not saved', error))
      setSavingIds((ids) => new Set([...ids].filter((id) => id !== detection.id)))
    },
  }
}
