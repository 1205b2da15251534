import sharp from 'sharp'
import { PROFILE_PICTURE } from '#shared/constants.ts'

export type DemoPerson = { id: string; name: string; email: string | null; color: string }

/** Demo identities for local sign-in. They include a missing and a shared e-mail. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'ada-marlow', name: 'Ada Marlow', email: 'ada@example.com', color: '#8c4a3b' },
  { id: 'bela-ortiz', name: 'Bela Ortiz', email: 'bela@example.com', color: '#2f5d62' },
  { id: 'cleo-hart', name: 'Cleo Hart', email: 'cleo@example.com', color: '#5b4b8a' },
  { id: 'dara-quinn', name: 'Dara Quinn', email: null, color: '#7a6a2f' },
  { id: 'emil-voss', name: 'Emil Voss', email: 'emil@example.com', color: '#3b5b8c' },
  { id: 'emil-voss-2', name: 'Emil Voss, again', email: 'emil@example.com', color: '#8c3b6a' },
]

export const findPerson = (id: string) => DEMO_PEOPLE.find((person) => person.id === id)

const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)

export const drawPortrait = ({ name, color }: DemoPerson) => {
  const { widthPx: width, heightPx: height } = PROFILE_PICTURE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${color}"/>
    <circle cx="50%" cy="42%" r="18%" fill="#faf7f2"/><ellipse cx="50%" cy="98%" rx="34%" ry="36%" fill="#faf7f2"/>
    <text x="94%" y="96%" text-anchor="end" font-family="sans-serif" font-size="60" fill="#faf7f2" opacity="0.7">${initials(name)}</text>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
