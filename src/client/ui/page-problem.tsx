import { classNames } from './class-names.ts'
import styles from './form.module.css'

type PageProblemProps = { children: string; className?: string | undefined }

/** What went wrong with the whole page, in a box. */
export const PageProblem = ({ children, className }: PageProblemProps) => (
  <p className={classNames(styles.pageProblem, className)} role="alert">
    {children}
  </p>
)
