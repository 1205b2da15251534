import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { takeChosenPhoto, usePhotoEntry } from '#client/lib/photo-entry.ts'
import { BottomSheet, SHEET_HEIGHTS, type SheetStop } from '#client/ui/bottom-sheet.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDelete } from '#client/ui/dialog.tsx'
import { isAllowed, roleOf } from '#shared/contract/permissions.ts'
import { type Box, manualBox } from '#shared/domain/box.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { FRAME } from './canvas/canvas-state.ts'
import { CanvasTools } from './canvas/canvas-tools.tsx'
import { DetectionCanvas } from './canvas/detection-canvas.tsx'
import { useCanvas } from './canvas/use-canvas.ts'
import { cardName } from './cards/detection-name.ts'
import { DetectionsPanel } from './cards/detections-panel.tsx'
import { EditDetectionDialog } from './cards/edit-detection-dialog.tsx'
import styles from './finder-screen.module.css'
import { KeepDialog } from './keep-dialog.tsx'
import { isBusy } from './scan/finder-state.ts'
import { ScanProgress } from './scan/scan-progress.tsx'
import { SharedPhotoQuestion } from './scan/shared-photo-question.tsx'
import { takeSharedPhoto } from './scan/shared-photo.ts'
import { UploadArea } from './scan/upload-area.tsx'
import { useFinder, useLikedNames } from './scan/use-finder.ts'
import { useKeptVisit } from './scan/use-kept-visit.ts'

/** The photo finder: for invited users (§2), or for a visit, of which nothing is kept. */
export const FinderScreen = ({ isVisit }: { isVisit: boolean }) => {
  const { finder, state } = useFinder({ isVisit })
  const { user, isChecking } = useSession()
  const mayKeep = isAllowed(roleOf(user ?? null), 'add-products')
  const [askedToKeep, setAskedToKeep] = useState<string | null>(null)
  const { photo, detections, phase } = state
  const likedNames = useLikedNames(state.likes)
  const [litId, setLitId] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const [addedId, setAddedId] = useState<string | null>(null)
  const [wasUsed, setWasUsed] = useState(false)
  const [chosenStop, setChosenStop] = useState<SheetStop | null>(null)
  const stop = chosenStop ?? (isBusy(state) ? 'peek' : 'half')

  const handleSelect = (id: string | null) => {
    finder.select(id)
    if (id !== null && stop === 'peek') setChosenStop('half')
  }
  const addBox = (box: Box) => {
    const id = finder.addBox(box)
    setAddedId(id)
    return id
  }
  const { canvas, selectedId, send } = useCanvas({
    onSelect: handleSelect,
    onPlace: finder.place,
    onDraw: addBox,
  })

  useKeptVisit({
    isVisit,
    finder,
    place: { selectedId, askedToKeep },
    onReturn: (place) => {
      if (place.selectedId !== null) send({ type: 'select', id: place.selectedId })
      setAskedToKeep(place.askedToKeep)
    },
  })
  // Back from the login, or from entering an invitation.
  useEffect(() => {
    if (askedToKeep !== null && mayKeep) finder.keep(askedToKeep)
  }, [askedToKeep, mayKeep, finder])

  const [search, setSearch] = useSearchParams()
  const stored = search.get('scan')
  const [shared, setShared] = useState<Blob | null>(null)
  const start = (scan: () => unknown) => {
    if (stored !== null) setSearch({}, { replace: true })
    setShared(null)
    send({ type: 'deselect' })
    setChosenStop(null)
    setWasUsed(true)
    // A sample is far down the page; the photo appears at its top.
    window.scrollTo(0, 0)
    scan()
  }
  const { isOver, handlers } = usePhotoEntry((file) => start(() => finder.scanFile(file)))

  useEffect(() => {
    const chosen = isVisit ? takeChosenPhoto() : null
    if (chosen) void finder.scanChosen(chosen)
  }, [isVisit, finder])

  const isShared = search.has('shared')
  useEffect(() => {
    if (!isShared) return
    setSearch({}, { replace: true })
    void takeSharedPhoto().then(setShared)
  }, [isShared, setSearch])

  useEffect(() => {
    if (stored !== null) void finder.reopen(stored)
  }, [stored, finder])

  const page = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // §4: clicking elsewhere deselects. The canvas decides about clicks on the photo itself.
    const handleClick = ({ target }: MouseEvent) => {
      if (selectedId === null || !(target instanceof Element)) return
      const isBeside = page.current?.contains(target) && !sheet.current?.contains(target)
      if (isBeside && !target.closest('[data-keeps-selection]')) send({ type: 'deselect' })
    }
    // The focus may be on a button beside the photo.
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && canvas.name === 'drawing') send({ type: 'cancel' })
    }
    document.addEventListener('click', handleClick)
    document.addEventListener('keydown', handleKey)
    return () => {
      document.removeEventListener('click', handleClick)
      document.removeEventListener('keydown', handleKey)
    }
  })

  const edited = detections.find(({ id }) => id === editedId)
  const deleted = detections.find(({ id }) => id === deletedId)

  return (
    <div ref={page} className={styles.page} {...handlers}>
      {photo ? (
        <div
          className={classNames('stack', styles.analysis)}
          data-stop={stop}
          style={{ '--sheet-shown': SHEET_HEIGHTS[stop] } as CSSProperties}
        >
          <div className={styles.photo}>
            <DetectionCanvas
              finder={{ ...state, photo }}
              state={canvas}
              litId={litId}
              addedId={addedId}
              onEvent={send}
              onPlace={finder.place}
              onHover={setLitId}
              onEdit={isVisit ? undefined : setEditedId}
              onDelete={setDeletedId}
            />
            {state.isSent && (
              <CanvasTools
                isDrawing={canvas.name === 'drawing'}
                onAdd={() => send({ type: 'select', id: addBox(manualBox(FRAME)) })}
                onDraw={() => {
                  setChosenStop('peek')
                  send({ type: 'start-drawing' })
                }}
                onStop={() => send({ type: 'cancel' })}
              />
            )}
          </div>
          <BottomSheet
            ref={sheet}
            label={PHOTO_TEXT.detectedObjects}
            stop={stop}
            onStopChange={setChosenStop}
            className={styles.panel}
          >
            <DetectionsPanel
              state={{ ...state, photo }}
              selectedId={selectedId}
              litId={litId}
              likedNames={likedNames}
              onScanAgain={() => start(finder.scanAgain)}
              actions={{
                onSelect: (id) =>
                  send(id === selectedId ? { type: 'deselect' } : { type: 'select', id }),
                onHover: setLitId,
                onLike: finder.setLiked,
                onEdit: isVisit ? undefined : setEditedId,
                onDelete: setDeletedId,
                onKeep: (id) => (isVisit && !mayKeep ? setAskedToKeep(id) : finder.keep(id)),
                onNotThis: finder.notThis,
                onUse: isVisit ? undefined : finder.use,
                onView: finder.view,
              }}
              aside={
                <Button variant="quiet" onClick={() => start(finder.reset)}>
                  {FINDER_TEXT.anotherPhoto}
                </Button>
              }
            />
          </BottomSheet>
        </div>
      ) : phase.name === 'preparing' ? (
        <div className={styles.waiting}>
          <ScanProgress phase={phase} />
        </div>
      ) : shared ? (
        <SharedPhotoQuestion
          photo={shared}
          onScan={() => start(() => finder.scanFile(shared))}
          onCancel={() => start(finder.reset)}
        />
      ) : (
        <UploadArea
          isOver={isOver}
          failure={phase.name === 'failed' ? phase : null}
          takesFocus={wasUsed}
          isVisit={isVisit}
          onSample={(sample) => start(() => finder.scanChosen({ sample }))}
          onFile={(file) => start(() => finder.scanFile(file))}
          onAddress={(address) => start(() => finder.scanAddress(address))}
        />
      )}
      {edited && (
        <EditDetectionDialog
          key={edited.id}
          detection={edited}
          photo={photo}
          onClose={() => setEditedId(null)}
          onSave={(edit) => {
            setEditedId(null)
            void finder.edit(edited.id, edit)
          }}
        />
      )}
      {isVisit && (
        <KeepDialog
          isOpen={askedToKeep !== null && !isChecking && !mayKeep}
          onClose={() => setAskedToKeep(null)}
        />
      )}
      {deleted && (
        <ConfirmDelete
          isOpen
          title={FINDER_TEXT.deleteQuestion(cardName(deleted))}
          description={FINDER_TEXT.deleteExplanation}
          onClose={() => setDeletedId(null)}
          onConfirm={() => {
            setDeletedId(null)
            if (deleted.id === selectedId) send({ type: 'deselect' })
            finder.remove(deleted.id)
          }}
        />
      )}
    </div>
  )
}
