import type { StoreApi } from 'zustand/vanilla'
import type { BrowserEngineDependencies } from '#client/features/photo-finder/scan/browser-engine.ts'
import type { DeviceReason, ShownPhoto } from '#client/features/photo-finder/scan/scan-engine.ts'
import type { ServerEngineDependencies } from '#client/features/photo-finder/scan/server-engine.ts'
import type { Box, Size } from '#shared/domain/box.ts'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import type { Answers } from './answers.ts'
import type { FinderEffect, FinderEvent, FinderState } from './finder-state.ts'

export type FinderDependencies = ServerEngineDependencies & {
  uid: () => string | null
  newId: () => string
  /** Null where photos are stored on the server, and so have to be sent anyway. */
  device:
    | (BrowserEngineDependencies['device'] & {
        /** Whether the visitor has chosen to scan on the device. */
        isChosen: () => boolean
        /** Why the visitor has to agree before the device scans; null if there is no reason. */
        obstacle: () => Promise<DeviceReason | null>
        /** Whether the models are in the browser already. */
        isDownloaded: () => Promise<boolean>
        close: () => void
      })
    | null
  measurePhoto: (url: string) => Promise<Size>
  cropPhoto: (photo: ShownPhoto, bbox: Box) => Promise<Blob>
  /** The photo as a data: link that is small enough to store in the browser. */
  dataUrlOf: (photo: ShownPhoto) => Promise<string>
  previews: { create: (photo: Blob) => string; revoke: (url: string) => void }
  /** The answers of the catalogue for an object. */
  answersFor: (embedding: string) => Promise<Answers>
  changeFavorite: (change: FavoriteToggle) => Promise<void>
  /** Opens the login overlay; the heart changes after the login. */
  askToLogIn: (change: FavoriteToggle) => void
  refreshSaved: () => void
}

export type Effect<Type extends FinderEffect['type']> = Extract<FinderEffect, { type: Type }>

/** What the effects of an object share with the finder. */
export type EffectContext = {
  store: Pick<StoreApi<FinderState>, 'getState' | 'subscribe'>
  /** Resolves when everything that the event has started is over. */
  send: (event: FinderEvent) => Promise<void>
}
