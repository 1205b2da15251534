import { escapeHtml } from '#server/core/http/error-reply.ts'

/** Escapes a text and turns its URLs into links. */
export const writeLinkedText = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
