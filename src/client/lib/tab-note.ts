import { tabStorage } from './browser-storage.ts'

const LIFE_MS = 15 * 60_000

/** Something that this tab has to remember while its user logs in, perhaps on another site. */
export const createTabNote = <Content>(key: string) => {
  const forget = () => tabStorage.remove(key)
  const read = (): Content | null => {
    const text = tabStorage.read(key)
    const note = text === null ? null : (JSON.parse(text) as { content: Content; at: number })
    return note && Date.now() - note.at < LIFE_MS ? note.content : null
  }
  return {
    write: (content: Content) => tabStorage.write(key, JSON.stringify({ content, at: Date.now() })),
    forget,
    isThere: () => read() !== null,
    /** Only once: a later session in this tab may belong to someone else. */
    take: (): Content | null => {
      const content = read()
      forget()
      return content
    },
  }
}
