import type { ShoppingResult, VisualMatch } from '#shared/contract/search.ts'

/** A garment cut out of a photo, without EXIF: the only part of a photo that leaves this server. */
export type Crop = { jpeg: Buffer }

export type RemoteCall = {
  signal: AbortSignal
  /** Awaited before every billed request: counts it, or throws once the budget is used up. */
  spend: () => Promise<void>
}

/** The port to web shops: everything behind it uses the spec's shapes. */
export type RemoteSearch = {
  name: string
  /** An empty list if the provider finds nothing. */
  lens(crop: Crop, call: RemoteCall): Promise<VisualMatch[]>
  shopping(query: string, limit: number, call: RemoteCall): Promise<ShoppingResult[]>
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
  | 'over-budget'

/** A provider's failure, without its own words: those may contain the key. */
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
