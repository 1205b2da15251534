/**
 * Reads a message of a language file: the part of ICU MessageFormat that our messages need. `{name}`,
 * `{count, number}`, `{day, date}`, `{moment, time}`, `{names, list}` and `{names, list, and}`,
 * `{count, plural, =0 {…} one {…} other {…}}` with `#`, and `{kind, select, dress {…} other {…}}`.
 */

export type Choice = {
  type: 'plural' | 'select'
  name: string
  options: ReadonlyMap<string, Message>
}
export type Part =
  | string
  | { type: 'value'; name: string }
  | { type: 'number' | 'date' | 'time'; name: string }
  | { type: 'list'; name: string; style: ListStyle }
  | Choice
export type Message = readonly Part[]
export type ListStyle = 'unit' | 'and' | 'or' | 'spaces'

const isListStyle = (word: string): word is ListStyle => /^(unit|and|or|spaces)$/.test(word)

export const parseMessage = (text: string): Message => {
  let at = 0
  const fail = (problem: string): never => {
    throw new SyntaxError(`${problem} after “${text.slice(0, at)}”`)
  }
  const skipSpace = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const readWord = (): string => {
    skipSpace()
    const word = /^=?[\p{L}\p{N}_-]+/u.exec(text.slice(at))?.[0] ?? fail('A word is missing')
    at += word.length
    skipSpace()
    return word
  }
  const readSign = (sign: string) => {
    skipSpace()
    if (text[at] !== sign) fail(`“${sign}” is missing`)
    at++
    skipSpace()
  }
  /** What stands between apostrophes; two of them are one. */
  const readQuoted = (): string => {
    let quoted = ''
    for (at++; at < text.length; at++) {
      if (text[at] === "'" && text[++at] !== "'") return quoted
      quoted += text[at]
    }
    return fail('The closing apostrophe is missing; write ’ for one that is meant as such')
  }

  const readOptions = (counted: string | null): ReadonlyMap<string, Message> => {
    const options = new Map<string, Message>()
    while (text[at] !== '}') {
      const key = readWord()
      if (options.has(key)) fail(`“${key}” is there twice`)
      readSign('{')
      options.set(key, readParts(counted, true))
      readSign('}')
    }
    if (!options.has('other')) fail('“other” is missing')
    return options
  }

  const readArgument = (counted: string | null): Part => {
    readSign('{')
    const name = readWord()
    if (text[at] === '}') {
      at++
      return { type: 'value', name }
    }
    readSign(',')
    const type = readWord()
    let part: Part
    if (type === 'number' || type === 'date' || type === 'time') part = { type, name }
    else if (type === 'list') {
      let style = 'unit'
      if (text[at] === ',') {
        readSign(',')
        style = readWord()
      }
      part = isListStyle(style) ? { type, name, style } : fail(`There is no list “${style}”`)
    } else if (type === 'plural' || type === 'select') {
      readSign(',')
      part = { type, name, options: readOptions(type === 'plural' ? name : counted) }
    } else return fail(`There is no “${type}”`)
    readSign('}')
    // White space after an argument belongs to the text.
    while (/\s/.test(text[at - 1] ?? '')) at--
    return part
  }

  /** `counted` is what `#` stands for. */
  const readParts = (counted: string | null, isNested: boolean): Message => {
    const parts: Part[] = []
    let literal = ''
    const add = (part: Part) => {
      if (literal !== '') parts.push(literal)
      literal = ''
      parts.push(part)
    }
    while (at < text.length) {
      const sign = text[at] ?? ''
      const next = text[at + 1] ?? ''
      if (sign === '}') {
        if (isNested) break
        fail('There is a “}” too many')
      }
      if (sign === '{') add(readArgument(counted))
      else if (sign === '#' && counted !== null) {
        add({ type: 'number', name: counted })
        at++
      } else if (sign === "'" && (/[{}]/.test(next) || (next === '#' && counted !== null)))
        literal += readQuoted()
      else {
        literal += sign
        at += sign === "'" && next === "'" ? 2 : 1
      }
    }
    if (literal !== '') parts.push(literal)
    return parts
  }

  return readParts(null, false)
}
