import type { Env } from '#server/core/env.ts'
import { listLanguages } from '#server/core/languages.ts'
import { createMailWriter } from '#server/core/mail/write-mail.ts'
import { bindMessages, createLanguageRunner } from '#server/core/messages/translation.ts'
import { MESSAGE_MODULES } from '#server/message-modules.ts'

/** Commands speak English, but their emails are in the language of the recipient. */
export const openLanguages = ({ SITE_LANGUAGES }: Env) => {
  bindMessages(MESSAGE_MODULES)
  const languages = listLanguages(SITE_LANGUAGES)
  return { inLanguage: createLanguageRunner(languages), writeMail: createMailWriter(languages) }
}
