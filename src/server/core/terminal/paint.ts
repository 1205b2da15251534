import { styleText } from 'node:util'

export type Paint = { bold: (text: string) => string; dim: (text: string) => string }

const PLAIN: Paint = { bold: (text) => text, dim: (text) => text }
const STYLED: Paint = {
  bold: (text) => styleText('bold', text),
  dim: (text) => styleText('dim', text),
}

/** Plain where the terminal or its user (NO_COLOR) wants no styles. */
export const paintFor = (output: { hasColors?: () => boolean }): Paint =>
  output.hasColors?.() ? STYLED : PLAIN
