import { COLOUR_TEXT } from '#shared/colour-messages.ts'
import { capitalize } from '#shared/domain/text.ts'

/** A value that the vocabulary does not know, such as a colour of a former version, is its own label. */
export const createLabelReader =
  (labels: Readonly<Record<string, string>>) =>
  (id: string): string =>
    Object.hasOwn(labels, id) ? (labels[id] ?? id) : capitalize(id)

export const getColorLabel = createLabelReader(COLOUR_TEXT)
