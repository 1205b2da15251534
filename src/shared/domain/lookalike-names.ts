import { foldName } from './person-name.ts'

/** Letters that look like these Latin ones, in small letters: a choice of the confusables of UTS 39. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаꭺꓮᴀ',
  b: 'βвьꮟᏼꓐʙ',
  c: 'ϲсꮯꓚᴄ',
  d: 'ԁꭰꮷꓓᴅ',
  e: 'εеҽꭼꓰᴇ',
  f: 'ϝքꓝꜰ',
  g: 'ɡԍցꮐꓖɢ',
  h: 'ηһнհꮋꓧʜ',
  i: 'ɩιіꭵɪ',
  j: 'ϳјꭻꓙᴊ',
  k: 'κкꮶꓗᴋ',
  l: '1ǀӏꮮꓡʟ',
  m: 'μмꮇꓟᴍ',
  n: 'νոռꓠɴ',
  o: '0οоօꓳᴏ',
  p: 'ρрꮲꓑᴘ',
  q: 'ԛգ',
  r: 'гꭱꮢꓣʀᴦ',
  s: 'ѕꮪꮥꓢꜱ',
  t: 'τтꭲꓔᴛ',
  u: 'υսꓴᴜ',
  v: 'ѵꮩꓦᴠ',
  w: 'ԝաꮃꓪᴡ',
  x: 'χхꓫ',
  y: 'γуүꭹꓬʏ',
  z: 'ζꮓꓜᴢ',
}
const latinOf = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, letters]) =>
    Array.from(letters, (letter) => [letter, latin] as const),
  ),
)

const replaceLookalikes = (key: string) =>
  Array.from(key, (letter) => latinOf.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** As above, for SQL. Folded names have lost the case, so an i may have been an I, which looks like an l. */
export const LOOKALIKE_LETTERS = {
  from: [...latinOf.keys(), 'i'].join(''),
  to: [...latinOf.values(), 'l'].join('').replaceAll('i', 'l'),
} as const

/** A capital I and a vertical line look like an l. */
const foldLines = (name: string) => foldName(name.normalize('NFKC').replaceAll(/[I|]/g, 'l'))

/** What names that look alike have in common; so have some that do not. */
export const lookalikeKey = (name: string): string =>
  replaceLookalikes(foldLines(name)).replaceAll('i', 'l')

/** Whether readers could take one name for the other. */
export const isLookalike = (name: string, other: string): boolean => {
  const looks = new Set([foldName(name), foldLines(name)].map(replaceLookalikes))
  return [foldName(other), foldLines(other)].some((key) => looks.has(replaceLookalikes(key)))
}
