/** What the server says about drafts. */

export const DRAFT_SERVICE_TEXT = {
  photoGone: 'The photo of this draft is gone',
} as const
