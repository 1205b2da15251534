/** Why a colour cannot be the accent. */

export const ACCENT_TEXT = {
  tooLight: (contrast: string, needed: number) =>
    `Too light for buttons and hearts: the contrast is ${contrast} to 1, but at least ${needed} to 1 is needed.`,
  hardToRead: (contrast: string, needed: number) =>
    `Text on a button of this colour is hard to read: the contrast is ${contrast} to 1, but at least ${needed} to 1 is needed.`,
} as const
