import { useEffect, useRef, useState } from 'react'
import { useMatch, useSearchParams } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { type ChosenPhoto, takeChosenPhoto, usePhotoEntry } from '#client/catalog/choose-photo.tsx'
import { OfflineSection } from '#client/catalog/offline-products.tsx'
import { choosePlace, useScanPlace } from '#client/features/photo-finder/device/start-device.ts'
import { FinderContext } from '#client/features/photo-finder/scan/use-finder.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { isAllowed, getRole } from '#shared/contract/permissions.ts'
import { type Box, createManualBox } from '#shared/domain/box.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { FIND_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { classNames } from '#client/ui/class-names.ts'
import { CanvasTools } from '#client/ui/canvas/canvas-tools.tsx'
import { FRAME, useCanvas } from '#client/ui/canvas/canvas-state.ts'
import { DetectionCanvas } from './canvas/detection-canvas.tsx'
import { tappedObject } from './canvas/tapped-object.ts'
import styles from './photo-finder-page.module.css'
import { DetectionsPanel } from './results/detections-panel.tsx'
import { EditDetectionDialog, KeepDialog } from './results/finder-dialogs.tsx'
import { shortName } from './results/object-view.tsx'
import { takeSharedPhoto } from './scan/photo-file.ts'
import { ScanProgress, SharedPhotoQuestion, UploadArea } from './scan/upload-area.tsx'
import { useFinder, useInterruptedScan, useLikedNames } from './scan/use-finder.ts'

const TOOLS = {
  tools: FINDER_TEXT.tools,
  adding: FINDER_TEXT.adding,
  addInMiddle: FINDER_TEXT.addInMiddle,
  start: FINDER_TEXT.missing,
  stop: FINDER_TEXT.stopAdding,
}

/** The photo finder: for invited users or, at /find, for anyone, where nothing is stored. */
const PhotoFinderPage = () => {
  const isPublic = useMatch(paths.find.pattern) !== null
  usePageTitle(isPublic ? FIND_TITLE : FINDER_TEXT.title)
  const { finder, state } = useFinder({ isPublic })
  const { user, isChecking } = useSession()
  const mayKeep = isAllowed(getRole(user ?? null), 'add-products')
  const [idToKeep, setIdToKeep] = useState<string | null>(null)
  const { photo, detections, phase } = state
  const likedNames = useLikedNames(state.likes)
  const [litId, setLitId] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const [addedId, setAddedId] = useState<string | null>(null)
  const [wasUsed, setWasUsed] = useState(false)

  const place = useScanPlace()

  const addBox = (box: Box, kind: string | null = null) => {
    const id = finder.addBox(box, kind)
    setAddedId(id)
    return id
  }
  const { canvas, selectedId, send } = useCanvas({
    onSelect: finder.select,
    onPlace: finder.place,
    onDraw: addBox,
    onTap: (point, isAdding) => {
      const tapped = tappedObject(point, isAdding, detections, state.candidates)
      if ('id' in tapped) return tapped.id === selectedId ? null : tapped.id
      // A tap beside the selected object only deselects it; the next one adds a box.
      return selectedId === null ? addBox(tapped.box, tapped.kind) : null
    },
  })
  const isAdding = canvas.name === 'adding' && canvas.isByButton

  useInterruptedScan({
    isPublic,
    finder,
    place: { selectedId, idToKeep },
    onReturn: (place) => {
      if (place.selectedId !== null) send({ type: 'select', id: place.selectedId })
      setIdToKeep(place.idToKeep)
    },
  })
  // Back from the login, or from entering an invitation.
  useEffect(() => {
    if (idToKeep !== null && mayKeep) void finder.keep(idToKeep)
  }, [idToKeep, mayKeep, finder])

  const [search, setSearch] = useSearchParams()
  const storedPhoto = search.get('scan')
  const [sharedPhoto, setSharedPhoto] = useState<Blob | null>(null)
  const start = (scan: () => unknown) => {
    if (storedPhoto !== null) setSearch({}, { replace: true })
    setSharedPhoto(null)
    send({ type: 'deselect' })
    setWasUsed(true)
    // The samples are far down the page, but the photo appears at the top.
    window.scrollTo(0, 0)
    scan()
  }
  const handleChoose = (photo: ChosenPhoto) => start(() => finder.scanChosen(photo))
  const { isOver, handlers } = usePhotoEntry((file) => handleChoose({ file }))

  useEffect(() => {
    const chosenPhoto = isPublic ? takeChosenPhoto() : null
    if (chosenPhoto) void finder.scanChosen(chosenPhoto)
  }, [isPublic, finder])

  const isShared = search.has('shared')
  useEffect(() => {
    if (!isShared) return
    setSearch({}, { replace: true })
    void takeSharedPhoto().then(setSharedPhoto)
  }, [isShared, setSearch])

  useEffect(() => {
    if (storedPhoto !== null) void finder.reopen(storedPhoto)
  }, [storedPhoto, finder])

  const page = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Clicking elsewhere deselects. The canvas decides about clicks on the photo itself.
    const handleClick = ({ target }: MouseEvent) => {
      if (selectedId === null || !(target instanceof Element)) return
      const isOutside = page.current?.contains(target) && !panel.current?.contains(target)
      if (isOutside && !target.closest('[data-keeps-selection]')) send({ type: 'deselect' })
    }
    // The focus may be on a button beside the photo.
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && isAdding) send({ type: 'cancel' })
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
        <FinderContext
          value={{
            finder,
            state: { ...state, photo },
            isPublic,
            selectedId,
            litId,
            likedNames,
            onSelect: (id) =>
              send(id === selectedId ? { type: 'deselect' } : { type: 'select', id }),
            onHover: setLitId,
            onEdit: setEditedId,
            onDelete: setDeletedId,
            onKeep: (id) => {
              if (isPublic && !mayKeep) setIdToKeep(id)
              else void finder.keep(id)
            },
          }}
        >
          <div className={styles.analysis} data-selected={selectedId !== null || undefined}>
            <div className={styles.photo}>
              <DetectionCanvas
                canvas={canvas}
                addedId={addedId}
                onEvent={send}
                onAddCandidate={({ box, kind }) => send({ type: 'select', id: addBox(box, kind) })}
              />
              {state.isSent && (
                <CanvasTools
                  text={TOOLS}
                  className={classNames('row wrap gap-2', styles.tools)}
                  isAdding={isAdding}
                  onStart={() => send({ type: 'start-adding' })}
                  onAddInMiddle={() => send({ type: 'select', id: addBox(createManualBox(FRAME)) })}
                  onStop={() => send({ type: 'cancel' })}
                />
              )}
            </div>
            <div ref={panel} className={styles.panel}>
              <DetectionsPanel
                onScanAgain={() => start(finder.scanAgain)}
                onAnotherPhoto={() => start(finder.reset)}
              />
            </div>
          </div>
        </FinderContext>
      ) : phase.name === 'preparing' ? (
        <div className={styles.waiting}>
          <ScanProgress phase={phase} place={state.place} />
        </div>
      ) : sharedPhoto ? (
        <SharedPhotoQuestion
          photo={sharedPhoto}
          onScan={() => handleChoose({ file: sharedPhoto })}
          onCancel={() => start(finder.reset)}
        />
      ) : (
        <UploadArea
          isOver={isOver}
          failure={phase.name === 'failed' ? phase : null}
          takesFocus={wasUsed}
          isPublic={isPublic}
          place={place}
          onChangePlace={choosePlace}
          onExpect={() => void finder.expectPhoto()}
          onChoose={handleChoose}
        />
      )}
      {isPublic && !photo && phase.name !== 'preparing' && (
        <OfflineSection className={styles.offline} />
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
      {isPublic && (
        <KeepDialog
          isOpen={idToKeep !== null && !isChecking && !mayKeep}
          onClose={() => setIdToKeep(null)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          isOpen
          title={FINDER_TEXT.deleteQuestion(shortName(deleted))}
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

export default PhotoFinderPage
