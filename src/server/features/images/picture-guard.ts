import { REMOVED_TEXT } from '#shared/messages.ts'
import { AppError } from '#server/core/http/errors.ts'

/** Keeps pictures away that were removed after a notice. */
export type PictureGuard = {
  /** Whether a takedown covers this address. */
  isRemoved(url: string): boolean
  /** Throws if these bytes are a removed picture; its address is then removed as well. */
  check(url: string, body: Buffer): Promise<void>
}

export const goneError = (cause?: unknown) => new AppError(410, REMOVED_TEXT, { cause })
