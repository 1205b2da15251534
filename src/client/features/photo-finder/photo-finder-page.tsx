import { useEffect, useId, useRef, useState } from 'react'
import { useMatch, useSearchParams } from 'react-router'
import { InviteRequestForm } from '#client/account/account-forms.tsx'
import { useSession } from '#client/account/session.ts'
import { takeChosenPhoto, usePhotoEntry } from '#client/catalog/photo-search/choose-photo.tsx'
import { EditProductDialog } from '#client/catalog/products/edit-product-dialog.tsx'
import { OfflineSection } from '#client/catalog/photo-search/offline-products.tsx'
import { takeSharedPhoto } from '#client/lib/photo-crop.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { FRAME } from '#client/ui/canvas/canvas-state.ts'
import { CanvasTools } from '#client/ui/canvas/canvas-tools.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField } from '#client/ui/fields.tsx'
import { INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { isAllowed, getRole } from '#shared/contract/permissions.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { createManualBox } from '#shared/domain/box.ts'
import { EDIT_DETECTION_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { FIND_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { findDetection, type FinderEvent } from './state/finder-state.ts'
import type { Finder } from './state/finder.ts'
import { DetectionCanvas } from './view/detection-canvas.tsx'
import styles from './view/finder.module.css'
import { PhotoCrop, shortName } from './view/object-view.tsx'
import { ResultsPanel } from './view/results-panel.tsx'
import { ScanProgress, SharedPhotoQuestion, UploadArea } from './view/upload-area.tsx'
import {
  FinderContext,
  newId,
  useFinder,
  useFinderView,
  useInterruptedScan,
  useLikedNames,
} from './view/use-finder.ts'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'

const TOOLS = {
  tools: FINDER_TEXT.tools,
  adding: FINDER_TEXT.adding,
  addInMiddle: FINDER_TEXT.addInMiddle,
  start: FINDER_TEXT.missing,
  stop: FINDER_TEXT.stopAdding,
}

type StartScan = (event: FinderEvent) => void

/** Photos that come with the address: chosen on Home, shared to the app, or stored. */
const usePhotosOfAddress = ({ send }: Finder, isPublic: boolean): StartScan => {
  const [search, setSearch] = useSearchParams()
  const storedPhoto = search.get('scan')
  const isShared = search.has('shared')

  useEffect(() => {
    const photo = isPublic ? takeChosenPhoto() : null
    if (photo) void send({ type: 'choose-photo', photo, isHandedOver: true })
  }, [isPublic, send])

  useEffect(() => {
    if (!isShared) return
    setSearch({}, { replace: true })
    void takeSharedPhoto().then((photo) => photo && send({ type: 'share-photo', photo }))
  }, [isShared, setSearch, send])

  useEffect(() => {
    if (storedPhoto !== null) void send({ type: 'reopen-scan', imageUrl: storedPhoto })
  }, [storedPhoto, send])

  return (event) => {
    if (storedPhoto !== null) setSearch({}, { replace: true })
    // The samples are far down the page, but the photo appears at the top.
    window.scrollTo(0, 0)
    void send(event)
  }
}

const PICTURE_PX = 256

type EditDetectionDialogProps = { detection: ScanDetection; onClose: () => void }

/** The edit modal of the photo screen, with the image and a manual detection's category. */
const EditDetectionDialog = ({ detection, onClose }: EditDetectionDialogProps) => {
  const { state, send } = useFinderView()
  const imageId = useId()
  const [category, setCategory] = useState(detection.category)
  const [image, setImage] = useState<{ file: File; url: string } | null>(null)
  const [isPictureBroken, setIsPictureBroken] = useState(false)
  const current = detection.imageUrl ?? detection.thumbnail
  const picture = image?.url ?? (current && buildPictureUrl(current, PICTURE_PX))

  const handleImage = (file: File | undefined) => {
    if (!file) return
    if (image) URL.revokeObjectURL(image.url)
    setIsPictureBroken(false)
    setImage({ file, url: URL.createObjectURL(file) })
  }

  return (
    <EditProductDialog
      product={{
        title: detection.title ?? '',
        price: detection.price ?? '',
        productLink: detection.productLink ?? '',
      }}
      image={
        <label className={classNames('frame', styles.image)} htmlFor={imageId}>
          {picture && !isPictureBroken && (
            <img src={picture} alt="" onError={() => setIsPictureBroken(true)} />
          )}
          {!picture && <PhotoCrop photo={state.photo} detection={detection} />}
          <span className={styles.changeImage}>{FINDER_TEXT.changeImage}</span>
          <input
            id={imageId}
            type="file"
            accept="image/*"
            onChange={(event) => handleImage(event.target.files?.[0])}
          />
        </label>
      }
      category={
        detection.isManual && (
          <ChoiceField
            label={EDIT_DETECTION_TEXT.category}
            options={CATEGORY_TEXT}
            value={category}
            onChange={setCategory}
          />
        )
      }
      onSave={(words) => {
        const edit = { ...words, category, image: image?.file ?? null }
        send({ type: 'edit-object', id: detection.id, edit })
      }}
      onClose={onClose}
    />
  )
}

/** Explains that My Products needs an invitation, and how to use or request one. */
const KeepDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { user } = useSession()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={INVITE_REQUEST_TEXT.title}>
      <div className="stack gap-5">
        <p className="quiet">{INVITE_REQUEST_TEXT.lead}</p>
        <InviteRequestForm />
        {user ? (
          <ButtonLink variant="quiet" to={paths.invitation.href()}>
            {INVITE_REQUEST_TEXT.haveCode}
          </ButtonLink>
        ) : (
          <ButtonLink
            variant="quiet"
            replace
            to={paths.login.href({ redirect: paths.find.href() })}
          >
            {INVITE_REQUEST_TEXT.haveOne}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}

/** The dialog about an object; `canKeep`: whether the user may add it to My Products. */
const ObjectDialog = ({ canKeep }: { canKeep: boolean | null }) => {
  const { state, send, isPublic } = useFinderView()
  const { dialog } = state
  const detection = dialog ? findDetection(state, dialog.id) : undefined
  const closeDialog = () => send({ type: 'open-dialog', dialog: null })
  return (
    <>
      {detection && dialog?.type === 'edit' && (
        <EditDetectionDialog key={detection.id} detection={detection} onClose={closeDialog} />
      )}
      {isPublic && (
        <KeepDialog isOpen={dialog?.type === 'keep' && canKeep === false} onClose={closeDialog} />
      )}
      {detection && dialog?.type === 'delete' && (
        <ConfirmDialog
          isOpen
          title={FINDER_TEXT.deleteQuestion(shortName(detection))}
          description={FINDER_TEXT.deleteExplanation}
          onClose={closeDialog}
          onConfirm={() => send({ type: 'remove-object', id: detection.id })}
        />
      )}
    </>
  )
}

/** The photo with its results. */
const Analysis = ({ onStart }: { onStart: StartScan }) => {
  const { state, send, sendCanvas, selectedId } = useFinderView()
  const { canvas } = state
  const isAdding = canvas.name === 'adding' && canvas.isByButton
  const analysis = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Clicking elsewhere deselects. The canvas decides about clicks on the photo itself.
    const handleClick = ({ target }: MouseEvent) => {
      if (selectedId === null || !(target instanceof Element)) return
      const page = analysis.current?.parentElement
      const isOutside = page?.contains(target) && !panel.current?.contains(target)
      if (isOutside && !target.closest('[data-keeps-selection]')) sendCanvas({ type: 'deselect' })
    }
    // The focus may be on a button beside the photo.
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && isAdding) sendCanvas({ type: 'cancel' })
    }
    document.addEventListener('click', handleClick)
    document.addEventListener('keydown', handleKey)
    return () => {
      document.removeEventListener('click', handleClick)
      document.removeEventListener('keydown', handleKey)
    }
  })
  return (
    <div
      ref={analysis}
      className={styles.analysis}
      data-selected={selectedId !== null || undefined}
    >
      <div className={styles.photoColumn}>
        <DetectionCanvas />
        {state.isSent && (
          <CanvasTools
            text={TOOLS}
            className={classNames('row wrap gap-2', styles.tools)}
            isAdding={isAdding}
            onStart={() => sendCanvas({ type: 'start-adding' })}
            onAddInMiddle={() =>
              send({ type: 'add-box', id: newId(), bbox: createManualBox(FRAME), kind: null })
            }
            onStop={() => sendCanvas({ type: 'cancel' })}
          />
        )}
      </div>
      <div ref={panel} className={styles.panelColumn}>
        <ResultsPanel
          onScanAgain={() => onStart({ type: 'scan-again' })}
          onAnotherPhoto={() => onStart({ type: 'leave-photo' })}
        />
      </div>
    </div>
  )
}

/** The photo finder: for invited users or, at /find, for anyone, where nothing is stored. */
const PhotoFinderPage = () => {
  const isPublic = useMatch(paths.find.pattern) !== null
  usePageTitle(isPublic ? FIND_TITLE : FINDER_TEXT.title)
  const { finder, state } = useFinder({ isPublic })
  const { user, isChecking } = useSession()
  const mayKeep = isAllowed(getRole(user ?? null), 'add-products')
  const { photo, phase, dialog } = state
  const likedNames = useLikedNames(state.likes)
  const send = (event: FinderEvent) => void finder.send(event)

  useInterruptedScan(finder, isPublic)
  const start = usePhotosOfAddress(finder, isPublic)
  const { isOver, handlers } = usePhotoEntry((file) =>
    start({ type: 'choose-photo', photo: { file } }),
  )

  // The models are opened and compiled while the visitor chooses.
  useEffect(() => void finder.expectPhoto({ mayDownload: false }), [finder])

  // Back from the login, or from entering an invitation.
  const idToKeep = dialog?.type === 'keep' ? dialog.id : null
  useEffect(() => {
    if (idToKeep !== null && mayKeep) void finder.send({ type: 'keep-object', id: idToKeep })
  }, [idToKeep, mayKeep, finder])

  const handleKeep = (id: string) =>
    isPublic && !mayKeep
      ? send({ type: 'open-dialog', dialog: { type: 'keep', id } })
      : send({ type: 'keep-object', id })

  return (
    <div className={styles.page} {...handlers}>
      {photo ? (
        <FinderContext
          value={{ state: { ...state, photo }, send, isPublic, likedNames, onKeep: handleKeep }}
        >
          <Analysis onStart={start} />
          <ObjectDialog canKeep={isChecking ? null : mayKeep} />
        </FinderContext>
      ) : phase.name === 'preparing' ? (
        <div className={styles.waiting}>
          <ScanProgress state={state} />
        </div>
      ) : phase.name === 'confirming' ? (
        <SharedPhotoQuestion
          photo={phase.photo}
          onScan={() => start({ type: 'choose-photo', photo: { file: phase.photo } })}
          onCancel={() => start({ type: 'leave-photo' })}
        />
      ) : (
        <UploadArea
          isOver={isOver}
          failure={phase.name === 'failed' ? phase : null}
          takesFocus={state.takesFocus}
          isPublic={isPublic}
          onExpect={() => void finder.expectPhoto({ mayDownload: true })}
          onChoose={(photo) => start({ type: 'choose-photo', photo })}
        />
      )}
      {isPublic && !photo && phase.name !== 'preparing' && (
        <OfflineSection className={styles.offline} />
      )}
    </div>
  )
}

export default PhotoFinderPage
