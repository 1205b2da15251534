import styles from './heading-names.module.css'

type HeadingNamesProps = {
  text: string
  /** In the order in which they occur in the text. */
  names: readonly string[]
}

/** A heading whose lines break between names, and inside one only if it is wider than the line. */
export const HeadingNames = ({ text, names }: HeadingNamesProps) => {
  const parts = []
  let rest = text
  for (const name of names) {
    const at = rest.indexOf(name)
    if (at === -1) continue
    const end = at + name.length + (rest[at + name.length] === ',' ? 1 : 0)
    parts.push(
      rest.slice(0, at),
      <span key={name} className={styles.name}>
        {rest.slice(at, end)}
      </span>,
    )
    rest = rest.slice(end)
  }
  return [...parts, rest]
}
