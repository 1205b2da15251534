/** What previews say. */

export const PREVIEW_TEXT = {
  looks: (count: number) => (count === 1 ? '1 look' : `${count} looks`),
} as const
