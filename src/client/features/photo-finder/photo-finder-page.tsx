import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import type { Box } from '#shared/domain/box.ts'
import { manualBox } from '#shared/domain/box.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { type CanvasOutcome, FRAME, selectedId } from './canvas/canvas-state.ts'
import { CanvasTools } from './canvas/canvas-tools.tsx'
import { ConfirmDelete } from './cards/confirm-delete.tsx'
import { DetectionCanvas } from './canvas/detection-canvas.tsx'
import { cardName } from './cards/detection-name.ts'
import { DetectionsPanel } from './cards/detections-panel.tsx'
import { EditDetectionDialog } from './cards/edit-detection-dialog.tsx'
import styles from './photo-finder-page.module.css'
import { ScanProgress } from './scan/scan-progress.tsx'
import { takeSharedPhoto } from './scan/shared-photo.ts'
import { UploadArea } from './scan/upload-area.tsx'
import { useCanvas } from './canvas/use-canvas.ts'
import { useDetections } from './scan/use-detections.ts'
import { usePhotoEntry } from './scan/use-photo-entry.ts'
import { usePhotoFinder } from './scan/use-photo-finder.ts'
import { useStoredDetections } from './scan/use-stored-detections.ts'

/** §2: Add product by photo. Leaving the route unmounts it, and with it goes all its state. */
const PhotoFinderPage = () => {
  usePageTitle(FINDER_TEXT.title)
  const finder = usePhotoFinder()
  const { state, scanFile, scanAddress, scanAgain, reset } = finder
  const { photo, detections, phase } = state
  const stored = useStoredDetections(state.imageUrl)
  const actions = useDetections(finder, stored)
  const [litId, setLitId] = useState<string | null>(null)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const [search, setSearch] = useSearchParams()

  const { canvas, send } = useCanvas((outcome: NonNullable<CanvasOutcome>) => {
    if (outcome.type === 'placed') actions.place(outcome.id, outcome.box)
    else addBox(outcome.box)
  })
  const [addedId, setAddedId] = useState<string | null>(null)
  const addBox = (box: Box) => {
    const id = actions.addBox(box)
    setAddedId(id)
    send({ type: 'select', id })
  }

  const handleFile = (file: Blob) => {
    send({ type: 'deselect' })
    void scanFile(file, FINDER_TEXT.yourPhoto)
  }
  const { isOver, handlers } = usePhotoEntry(handleFile)

  const isShared = search.has('shared')
  useEffect(() => {
    if (!isShared) return
    setSearch({}, { replace: true })
    void takeSharedPhoto().then((file) => file && scanFile(file, FINDER_TEXT.yourPhoto))
    // Once for each photo the phone shares: the address loses its mark above.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShared])

  const openId = selectedId(canvas)
  useEffect(() => {
    if (openId) actions.searchTerms(openId)
    // oxlint-disable-next-line react/exhaustive-deps -- when another is selected, not when the list changes
  }, [openId, phase.name])

  const edited = detections.find(({ id }) => id === editedId)
  const deleted = detections.find(({ id }) => id === deletedId)

  return (
    <div className={styles.page} {...handlers}>
      {photo ? (
        <div className={styles.analysis}>
          <div className={styles.photo}>
            <DetectionCanvas
              photo={photo}
              isScanning={['uploading', 'finding'].includes(phase.name)}
              detections={detections}
              pendingIds={state.pendingIds}
              state={canvas}
              litId={litId}
              addedId={addedId}
              onEvent={send}
              onPlace={actions.place}
              onHover={setLitId}
              onEdit={setEditedId}
              onDelete={setDeletedId}
            />
            {state.imageUrl && (
              <CanvasTools
                isDrawing={canvas.name === 'drawing'}
                onAdd={() => addBox(manualBox(FRAME))}
                onDraw={() => send({ type: 'start-drawing' })}
                onStop={() => send({ type: 'cancel' })}
              />
            )}
          </div>
          <div className={styles.sheet}>
            <DetectionsPanel
              state={{ ...state, photo }}
              selectedId={openId}
              litId={litId}
              favoriteNames={stored.favoriteNames}
              savingIds={stored.savingIds}
              onScanAgain={() => void scanAgain()}
              onSelect={(id) => send(id === openId ? { type: 'deselect' } : { type: 'select', id })}
              onHover={setLitId}
              onFavorite={(detection) => void stored.toggleFavorite(detection)}
              onEdit={setEditedId}
              onDelete={setDeletedId}
              onNotThis={actions.notThis}
              onUse={actions.use}
              aside={
                <Button variant="quiet" onClick={reset}>
                  {FINDER_TEXT.anotherPhoto}
                </Button>
              }
            />
          </div>
        </div>
      ) : phase.name === 'preparing' ? (
        <div className={styles.waiting}>
          <ScanProgress phase={phase} />
        </div>
      ) : (
        <UploadArea
          isOver={isOver}
          problem={phase.name === 'failed' ? (phase.detail ?? phase.message) : null}
          onFile={handleFile}
          onAddress={(address) => void scanAddress(address, FINDER_TEXT.yourPhoto)}
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
            void actions.edit(edited, edit)
          }}
        />
      )}
      {deleted && (
        <ConfirmDelete
          name={cardName(deleted)}
          onClose={() => setDeletedId(null)}
          onConfirm={() => {
            setDeletedId(null)
            send({ type: 'deselect' })
            actions.remove(deleted)
          }}
        />
      )}
    </div>
  )
}

export default PhotoFinderPage
