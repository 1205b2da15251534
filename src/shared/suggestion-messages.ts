/** Not in the specification: corrections that visitors suggest. */
export const SUGGESTION_TEXT = {
  notIt: 'Wrong product?',
  explanation:
    'Tell us which product is not what is worn here. If you know what it is, paste a link. An editor checks it before anything changes.',
  product: 'Product',
  link: 'Link to the right product (if you know it)',
  note: 'Anything else (optional)',
  badLink: 'Enter a link that begins with https://',
  send: 'Send',
  thanks: 'Thank you. An editor will look at it.',
  corrections: 'Corrections',
  corrected: (from: string, to: string | null) =>
    to === null
      ? `“${from}” was removed after a suggestion.`
      : `“${from}” was replaced by “${to}” after a suggestion.`,
} as const
