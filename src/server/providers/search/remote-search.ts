import type { ShoppingResult, VisualMatch } from '#shared/contract/search.ts'

/** A garment cut out of a photo: all that ever leaves this server, its EXIF gone. */
export type Crop = { jpeg: Buffer }

/** The shops of the world. Past this port only the spec's shapes are seen. */
export type RemoteSearch = {
  name: string
  /** An empty list where the provider finds nothing. */
  lens(crop: Crop, signal: AbortSignal): Promise<VisualMatch[]>
  shopping(query: string, limit: number, signal: AbortSignal): Promise<ShoppingResult[]>
}

/** Makes a crop reachable for providers that fetch pictures themselves. */
export type CropPublisher = {
  publish(crop: Crop): Promise<{ url: string; withdraw(): Promise<void> }>
}

export type RemoteFailure =
  | 'refused'
  | 'quota'
  | 'unreachable'
  | 'timeout'
  | 'resting'
  | 'unreadable'
  | 'not-published'

/** What the rest of the server may know of a provider's trouble; never its words or the key. */
export class RemoteSearchError extends Error {
  readonly failure: RemoteFailure
  readonly status: number | undefined

  constructor(
    failure: RemoteFailure,
    message: string,
    options?: { status?: number; cause?: unknown },
  ) {
    super(message, { cause: options?.cause })
    this.name = 'RemoteSearchError'
    this.failure = failure
    this.status = options?.status
  }
}
