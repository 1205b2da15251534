import { createHash } from 'node:crypto'
import { PROFILE_PICTURE } from '#shared/constants.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'

const GROUNDS = ['#8c4a3b', '#2f5d62', '#5b4b8a', '#6d5f28', '#3b5b8c', '#8c3b6a', '#3f6b45']

const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}

/** §3: the generated avatar of a user without a picture; stable per user. */
export const drawAvatar = (uid: string, name: string) => {
  const { widthPx, heightPx } = PROFILE_PICTURE
  const place = createHash('sha256').update(uid).digest().readUInt8(0) % GROUNDS.length
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${GROUNDS[place]}"/><text x="50" y="50" dy="0.36em" text-anchor="middle" font-family="Georgia, serif" font-size="40" fill="#faf7f2">${escapeHtml(initialsOf(name))}</text></svg>`
}
