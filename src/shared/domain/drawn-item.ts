/** Ids of objects that the publisher of a look has drawn, because the finder missed them. */
export const DRAWN_PREFIX = 'drawn_'

export const isDrawn = ({ id }: { id: string }): boolean => id.startsWith(DRAWN_PREFIX)

/** The name that the publisher gave to a drawn object. Labels of others are words of the scan. */
export const getOwnLabel = (item: { id: string; label: string }): string | null =>
  (isDrawn(item) && item.label.trim()) || null
