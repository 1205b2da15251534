import type { AnswerView } from '#client/features/photo-finder/state/answers.ts'
import {
  type DetectionEdit,
  findDetection,
  type KeptScan,
  scanToKeep,
} from '#client/features/photo-finder/state/finder-state.ts'
import type { Finder } from '#client/features/photo-finder/state/finder.ts'
import { decodeDataUrl } from '#client/lib/photo-crop.ts'
import type { Box } from '#shared/domain/box.ts'

const NO_RETURN = { selectedId: null, idToKeep: null }

/** A finder as its user sees it: each function sends one event, and resolves when its work is over. */
export const driveFinder = ({ store, send, expectPhoto, newId }: Finder) => ({
  store: { ...store, detection: (id: string) => findDetection(store.getState(), id) },
  expectPhoto,
  scanFile: (file: Blob) => send({ type: 'choose-photo', photo: { file } }),
  scanAddress: (address: string) => send({ type: 'choose-photo', photo: { address } }),
  scanAgain: () => send({ type: 'scan-again' }),
  sendPhoto: () => send({ type: 'agree', to: 'send' }),
  scanHere: () => send({ type: 'agree', to: 'download' }),
  reopen: (imageUrl: string) => send({ type: 'reopen-scan', imageUrl }),
  reset: () => void send({ type: 'leave-photo' }),
  toKeep: () => scanToKeep(store.getState()),
  restore: (scan: KeptScan) =>
    send({ type: 'restore-scan', scan, file: decodeDataUrl(scan.photo), returnPoint: NO_RETURN }),
  select: (id: string | null) =>
    void send({
      type: 'use-canvas',
      event: id === null ? { type: 'deselect' } : { type: 'select', id },
      newId: newId(),
    }),
  addBox: (bbox: Box, kind: string | null = null) => {
    const id = newId()
    void send({ type: 'add-box', id, bbox, kind })
    return id
  },
  place: (id: string, bbox: Box) => void send({ type: 'move-box', id, bbox }),
  edit: (id: string, edit: DetectionEdit) => send({ type: 'edit-object', id, edit }),
  view: (key: string, view: AnswerView) => void send({ type: 'change-view', key, view }),
  keep: (id: string) => send({ type: 'keep-object', id }),
  remove: (id: string) => void send({ type: 'remove-object', id }),
  notThis: (id: string, productId: string) => void send({ type: 'reject-product', id, productId }),
  setLiked: (id: string, isLiked: boolean) => send({ type: 'like-object', id, isLiked }),
})
