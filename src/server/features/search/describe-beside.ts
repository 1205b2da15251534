import { LABEL_FORMS } from '#shared/vocabulary-messages.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

/** The label of an attribute as it stands beside a kind: Spanish 'en negro', for 'vestidos en negro'. */
export const describeBeside = (
  facet: keyof typeof SEARCH_RESULT_TEXT.beside,
  label: string,
): string => SEARCH_RESULT_TEXT.beside[facet](LABEL_FORMS.inSentence(label))
