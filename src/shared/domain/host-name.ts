/** The parameters of Punycode (RFC 3492). */
const BASE = 36
const MIN_THRESHOLD = 1
const MAX_THRESHOLD = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 128
const LAST_CODE = 0x10_ff_ff

const adaptBias = (delta: number, length: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let steps = 0
  for (; rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) / 2; steps += BASE)
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD))
  return steps + Math.floor((BASE * rest) / (rest + SKEW))
}

/** The characters that 'xn--' stands for with these letters; null if they are no Punycode. */
const decodePunycode = (encoded: string): string | null => {
  const basicEnd = Math.max(0, encoded.lastIndexOf('-'))
  const characters = Array.from(encoded.slice(0, basicEnd))
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS]
  for (let at = basicEnd === 0 ? 0 : basicEnd + 1; at < encoded.length;) {
    const former = place
    for (let [weight, step] = [1, BASE]; ; step += BASE) {
      const digit = Number.parseInt(encoded.charAt(at++), BASE)
      if (Number.isNaN(digit)) return null
      // Digits are a to z, then 0 to 9; parseInt reads them the other way round.
      const value = digit < 10 ? digit + 26 : digit - 10
      place += value * weight
      const threshold = Math.min(MAX_THRESHOLD, Math.max(MIN_THRESHOLD, step - bias))
      if (value < threshold) break
      weight *= BASE - threshold
    }
    const length = characters.length + 1
    bias = adaptBias(place - former, length, former === 0)
    code += Math.floor(place / length)
    if (code > LAST_CODE) return null
    place %= length
    characters.splice(place++, 0, String.fromCodePoint(code))
  }
  return characters.join('') || null
}

const OWN_TOP_LEVEL =
  'Cyrillic Greek Arabic Hebrew Devanagari Bengali Tamil Telugu Thai Georgian Armenian'
const ONE_SCRIPT = [
  // Chinese, Japanese and Korean names mix with Latin letters, and look like none of them.
  String.raw`[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{M}\p{Nd}.ー-]+`,
  // Other alphabets have letters like Latin ones, so they need a top-level domain of their own.
  ...OWN_TOP_LEVEL.split(' ').map(
    (script) =>
      String.raw`[\p{sc=${script}}\p{M}\p{Nd}.-]+\.\p{sc=${script}}[\p{sc=${script}}\p{M}]+`,
  ),
].map((pattern) => new RegExp(`^${pattern}$`, 'u'))

/** A host in the letters of its language: 'магазин.рф'. One that mixes alphabets stays as it is. */
export const toReadableHost = (host: string): string => {
  if (!host.includes('xn--')) return host
  const labels = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label))
  if (labels.includes(null)) return host
  const readable = labels.join('.')
  return ONE_SCRIPT.some((pattern) => pattern.test(readable)) ? readable : host
}
