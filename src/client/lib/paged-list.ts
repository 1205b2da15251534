type Paging = {
  shown: number
  fetched: number
  pageSize: number
}

/** Adds a full page; only the last page may be short. */
export const grownList = ({ shown, fetched, pageSize }: Paging): number =>
  Math.min(shown + pageSize, Math.max(fetched, shown))

/** True before the visitor reaches the end of what was fetched. */
export const needsMore = ({ shown, fetched, pageSize }: Paging): boolean =>
  fetched < shown + pageSize
