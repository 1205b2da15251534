import { useEffect, useLayoutEffect } from 'react'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { isOnTheWayToLogin, visitNote } from '#client/account/visit-note.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { useLatest } from '#client/lib/use-latest.ts'
import type { createFinder } from './finder.ts'
import type { KeptScan } from './photo-scan.ts'

/** Where the visitor was: the selected object, and one that is to be kept in My Products. */
export type VisitPlace = { selectedId: string | null; askedToKeep: string | null }

type Settings = {
  isVisit: boolean
  finder: Pick<ReturnType<typeof createFinder>, 'toKeep' | 'restore'>
  place: VisitPlace
  onReturn: (place: VisitPlace) => void
}

type KeptVisit = VisitPlace & { scan: KeptScan }

/** A visit to /find survives a login in the same tab, whether it leaves the page or the site. */
export const useKeptVisit = ({ isVisit, finder, place, onReturn }: Settings) => {
  const latest = useLatest({ place, onReturn })

  useEffect(() => {
    const kept = isVisit ? (visitNote.take() as KeptVisit | null) : null
    if (!kept) return
    const { scan, ...left } = kept
    finder.restore(scan).then(
      () => latest.current.onReturn(left),
      (error: unknown) => logProblem('The visit was not restored', error),
    )
  }, [isVisit, finder, latest])

  // A layout effect ends before the finder's own effect, which forgets the scan.
  useLayoutEffect(() => {
    if (!isVisit) return undefined
    const keep = () => {
      const scan = finder.toKeep()
      if (scan) visitNote.write({ scan, ...latest.current.place } satisfies KeptVisit)
    }
    const unsubscribe = useLoginOverlay.subscribe(({ isOpen }) =>
      isOpen ? keep() : visitNote.forget(),
    )
    return () => {
      unsubscribe()
      if (isOnTheWayToLogin(globalThis.location.pathname)) keep()
    }
  }, [isVisit, finder, latest])
}
