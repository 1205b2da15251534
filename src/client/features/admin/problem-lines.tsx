import styles from './admin-page.module.css'

const SHOWN = 100

type ProblemLinesProps = {
  problems: readonly { line: number; message: string }[]
  total: number
}

/** The lines of a file or feed that could not be used. */
export const ProblemLines = ({ problems, total }: ProblemLinesProps) => {
  if (problems.length === 0) return null
  const shown = problems.slice(0, SHOWN)
  return (
    <details>
      <summary className="small">
        {total === 1 ? '1 problem' : `${total.toLocaleString('en')} problems`}
      </summary>
      <ol className={styles.problems}>
        {shown.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="small">
            Line {line}: {message}
          </li>
        ))}
      </ol>
      {total > shown.length && <p className="quiet small">and {total - shown.length} more</p>}
    </details>
  )
}
