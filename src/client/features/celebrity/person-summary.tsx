import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { personQuery } from '#client/catalog/queries.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { PersonSummary as Summary } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/product-messages.ts'
import { capitalize } from '#shared/domain/text.ts'
import styles from './celebrity-page.module.css'

type MostWornProps = {
  name: string
  title: string
  facet: 'brand' | 'colour'
  counts: Summary['brands']
}

/** The person's most worn brands or colours; each links to the products. */
const MostWorn = ({ name, title, facet, counts }: MostWornProps) =>
  counts.length > 0 && (
    <section className="stack gap-2">
      <h2 className="quiet-heading">{title}</h2>
      <ul className={styles.chips}>
        {counts.map(({ name: value, count }) => (
          <li key={value}>
            <Link
              className="row gap-2 label chip"
              to={{
                pathname: paths.celebrity.href(name),
                search: new URLSearchParams({ [facet]: value }).toString(),
              }}
            >
              {capitalize(value)}
              <span className="quiet small">
                <span className="visually-hidden">: </span>
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )

const dayText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

type PersonSummaryProps = { name: string; isOpenOnPhones: boolean }

/** Looks by date, most worn brands and colours. */
export const PersonSummary = ({ name, isOpenOnPhones }: PersonSummaryProps) => {
  const { data } = useQuery(personQuery(name))
  if (!data) return null
  return (
    <div className={classNames('stack gap-5', styles.summary, isOpenOnPhones && styles.open)}>
      {data.looks.length > 0 && (
        <section className="stack gap-2">
          <h2 className="quiet-heading">{FOLLOWING_TEXT.looks}</h2>
          <ul className={styles.looks}>
            {data.looks.map((look) => (
              <li key={look.image}>
                <Link className={styles.look} to={paths.celebrityImage.href(look.image)}>
                  <Picture
                    url={look.image}
                    alt={look.name}
                    color={look.color}
                    frameRatio={5 / 4}
                    shape="portrait"
                    focus="50% 20%"
                  />
                  {look.takenOn && (
                    <time className="quiet small" dateTime={look.takenOn}>
                      {dayText(look.takenOn)}
                    </time>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.mostWorn}>
        <MostWorn name={name} title={FOLLOWING_TEXT.brands} facet="brand" counts={data.brands} />
        <MostWorn name={name} title={FOLLOWING_TEXT.colours} facet="colour" counts={data.colours} />
      </div>
    </div>
  )
}
