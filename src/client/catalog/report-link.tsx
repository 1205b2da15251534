import { Link } from 'react-router'
import { classNames } from '#client/ui/class-names.ts'
import { paths } from '#shared/paths.ts'
import styles from './report-link.module.css'

/** For whoever thinks that a look or product must not be here. `about` is its address. */
export const ReportLink = ({ about }: { about: string }) => (
  <p className={classNames('quiet small', styles.report)}>
    <Link to={paths.report.href(about)}>Report</Link>
  </p>
)
