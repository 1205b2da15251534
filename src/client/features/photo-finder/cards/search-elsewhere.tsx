import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import styles from './object-answers.module.css'

type SearchElsewhereProps = { links: readonly { name: string; url: string }[] }

/** Other shops' own search with the same words. Nothing is sent until a visitor follows a link. */
export const SearchElsewhere = ({ links }: SearchElsewhereProps) =>
  links.length > 0 && (
    <section className="stack gap-2" aria-label={ANSWER_TEXT.elsewhere}>
      <h4 className={styles.label}>{ANSWER_TEXT.elsewhere}</h4>
      <ul className="row wrap gap-2">
        {links.map(({ name, url }) => (
          <li key={name}>
            <a
              className={classNames('row gap-2 label', styles.shop)}
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {name}
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              <Icon name="arrow-up-right" size={15} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
