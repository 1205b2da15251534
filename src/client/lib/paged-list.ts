type Paging = {
  /** How many are shown. */
  shown: number
  /** How many have been fetched. */
  fetched: number
  pageSize: number
}

/** Pages are shown whole; the last may be short. */
export const grownList = ({ shown, fetched, pageSize }: Paging): number =>
  Math.min(shown + pageSize, Math.max(fetched, shown))

/** The next chunk is wanted before the visitor stands at the end of this one. */
export const needsMore = ({ shown, fetched, pageSize }: Paging): boolean =>
  fetched < shown + pageSize
