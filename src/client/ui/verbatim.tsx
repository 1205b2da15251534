import { detectTitleLanguage } from '#shared/domain/title-language.ts'

type VerbatimProps = {
  /** The whole text. */
  children: string
  /** Shown instead of it, where space is limited. */
  short?: string
}

/** A text as its author wrote it, such as the title of a product or board, with its language if known. */
export const Verbatim = ({ children, short }: VerbatimProps) => (
  <bdi lang={detectTitleLanguage(children)} title={short === undefined ? undefined : children}>
    {short ?? children}
  </bdi>
)
