import { Link } from 'react-router'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { HOME_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './unknown-names.module.css'

export const UnknownNames = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className={styles.note}>
      We could not find {namesHeader(names, true)}.{' '}
      <Link to={paths.allCelebrities.href()}>{HOME_TEXT.viewAllCelebrities}</Link>
    </p>
  )
