import type { Language } from '#server/core/languages.ts'
import { createLanguageRunner, getLanguage } from '#server/core/messages/translation.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { writeLinkedText } from './linked-text.ts'

export type MailText = { subject: string; text: string; html?: string }

/** Codes and addresses are read from the left in every language. */
const isRightToLeft = (line: string): boolean => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(line)

const writeLine = (line: string): string =>
  isRightToLeft(line) ? writeLinkedText(line) : `<bdi dir="ltr">${writeLinkedText(line)}</bdi>`

/** The same as HTML: many mail programs begin every line of plain text at the left. */
const writeRightToLeft = (text: string): string => {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.split('\n').map(writeLine).join('<br>')}</p>`)
  return [
    `<!doctype html><html lang="${LOCALE_TEXT.language}" dir="rtl"><meta charset="utf-8">`,
    '<body style="font:16px/1.5 sans-serif">',
    ...paragraphs,
    '</body></html>',
  ].join('\n')
}

/**
 * Writes emails in the language with a code: that of the recipient's account, or of the page where they
 * asked. Without one, the language is that of the page that is being answered.
 */
export const createMailWriter = (languages: readonly Language[]) => {
  const runInLanguageOf = createLanguageRunner(languages)
  return (code: string | null, compose: () => MailText): MailText =>
    runInLanguageOf(code, () => {
      const mail = compose()
      return getLanguage().direction === 'rtl' && mail.html === undefined
        ? { ...mail, html: writeRightToLeft(mail.text) }
        : mail
    })
}
export type MailWriter = ReturnType<typeof createMailWriter>
