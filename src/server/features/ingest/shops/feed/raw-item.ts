/**
 * One item of a feed, before anything is believed: text by attribute, under the names of Google's
 * product data specification, whichever format it came in.
 */
export type RawItem = {
  /** Where it begins: a line of a file, or a number within a JSON page. */
  line: number
  values: ReadonlyMap<string, readonly string[]>
}

export type FeedSink = {
  onItems: (items: RawItem[]) => Promise<void>
  /** An item that cannot even be read, such as a line with too many fields. */
  onUnreadable: (line: number, reason: string) => void
}

/** Objects for a whole chunk of a feed take many times its size. */
export const ITEMS_PER_BATCH = 500
/** Longer texts are cut: nobody reads them, and a feed may be nothing but one text. */
export const LONGEST_VALUE_CHARS = 20_000
const VALUES_PER_ATTRIBUTE = 50
const ATTRIBUTES_PER_ITEM = 500
/** What is beyond is left out: a feed may be nothing but one item. */
const LONGEST_ITEM_CHARS = 1024 * 1024

/** The feed as a whole cannot be used: truncated, not well-formed, or of another format. */
export class FeedBroken extends Error {}

/** Collects the values of one item. */
export class RawItemBuilder {
  private readonly values = new Map<string, string[]>()
  private readonly line: number
  private chars = 0
  constructor(line: number) {
    this.line = line
  }

  add(attribute: string, value: string) {
    const text = value.slice(0, LONGEST_VALUE_CHARS).trim()
    if (text === '' || this.chars + text.length > LONGEST_ITEM_CHARS) return
    const values = this.values.get(attribute)
    if ((values?.length ?? 0) >= VALUES_PER_ATTRIBUTE) return
    if (values) values.push(text)
    else if (this.values.size < ATTRIBUTES_PER_ITEM) this.values.set(attribute, [text])
    else return
    this.chars += text.length
  }

  build(): RawItem {
    return { line: this.line, values: this.values }
  }
}
