import { UI_TEXT } from '#client/ui/ui-messages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePriceText } from '#client/catalog/products/price.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { describeCheckTime, describeCondition, describeFinding } from '#shared/domain/alert-text.ts'
import type { Alert, AlertMatch, SavedSearch } from '#shared/contract/alerts.ts'
import { parseSelection, EVERYONE, paths } from '#shared/paths.ts'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { WithVerbatim } from '#client/ui/with-verbatim.tsx'
import { CONDITION_TEXT } from '#shared/attribute-messages.ts'
import { COLOUR_TEXT } from '#shared/colour-messages.ts'
import { DEPARTMENT_TEXT, KIND_TEXT } from '#shared/vocabulary-messages.ts'
import styles from './alerts.module.css'
import { ALERTS_PAGE_TEXT } from './alerts-messages.ts'

const buildSearchHref = ({ currency: _currency, ...search }: SavedSearch): string =>
  `${paths.searchResult.pattern}?${new URLSearchParams(search).toString()}`

/** Names of values; brands, shops, sizes and prices have none. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  colour: COLOUR_TEXT,
  kind: KIND_TEXT,
  department: DEPARTMENT_TEXT,
  condition: CONDITION_TEXT,
}

/** The words or people of a search, and the values of its filters. */
const describeSearch = ({
  q,
  celebrities,
  currency: _currency,
  ...filters
}: SavedSearch): string => {
  const selection = parseSelection(celebrities ?? EVERYONE)
  const subject = q
    ? UI_TEXT.quoted(q)
    : selection === EVERYONE
      ? ALERTS_PAGE_TEXT.allProducts
      : selection.join(', ')
  const values = Object.entries(filters).map(([name, value]) =>
    value
      .split('|')
      .map((part) => LABELS[name]?.[part] ?? part)
      .join(', '),
  )
  return values.length > 0 ? `${subject} · ${values.join(' · ')}` : subject
}

type RowProps = {
  picture: string | null
  title: ReactNode
  children: ReactNode
  action?: ReactNode
}

const Row = ({ picture, title, children, action }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.picture}>
      {picture === null ? (
        <span className={styles.mark}>
          <Icon name="search" size={20} />
        </span>
      ) : (
        <Picture url={picture} frameRatio={1} shape="avatar" />
      )}
    </div>
    <div className={classNames('stack gap-1', styles.words)}>
      <p>{title}</p>
      {children}
    </div>
    {action}
  </li>
)

type AlertRowsProps = {
  title: string
  hint?: string
  alerts: readonly Alert[]
  /** The id of the alert that is being changed. */
  busyId: string | null
  onRemove: (id: string) => void
  /** For alerts that are not confirmed yet. */
  onConfirm?: (id: string) => void
}

export const AlertRows = (props: AlertRowsProps) => {
  const { title, hint, alerts, busyId, onRemove, onConfirm } = props
  const writePrice = usePriceText()
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {hint !== undefined && <p className="quiet small">{hint}</p>}
      <ul>
        {alerts.map((alert) => {
          const { id, product, person, search, immediate } = alert
          const name = search
            ? describeSearch(search)
            : (product?.name ?? person?.name ?? ALERT_TEXT.removed)
          const shown = (
            <WithVerbatim text={name} parts={[search?.q ?? product?.name ?? person?.name ?? '']} />
          )
          const href = search
            ? buildSearchHref(search)
            : product
              ? paths.product.href(product.id, product.name)
              : person && paths.celebrity.href(person.name)
          return (
            <Row
              key={id}
              picture={product?.picture ?? person?.image ?? null}
              title={href ? <Link to={href}>{shown}</Link> : shown}
              action={
                <span className="row gap-2">
                  {onConfirm && (
                    <Button
                      aria-label={ALERTS_PAGE_TEXT.confirmAlertOn(name)}
                      isBusy={busyId === id}
                      onClick={() => onConfirm(id)}
                    >
                      {ALERTS_PAGE_TEXT.confirm}
                    </Button>
                  )}
                  <IconButton
                    icon="trash"
                    label={ALERTS_PAGE_TEXT.deleteAlertOn(name)}
                    disabled={busyId === id}
                    onClick={() => onRemove(id)}
                  />
                </span>
              }
            >
              <p className="quiet small">
                {[
                  person ? ALERT_TEXT.newLooks : describeCondition(alert, writePrice),
                  immediate ? ALERTS_PAGE_TEXT.immediate : ALERTS_PAGE_TEXT.daily,
                  alert.isMet && ALERTS_PAGE_TEXT.isMet,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </Row>
          )
        })}
      </ul>
    </section>
  )
}

export const MatchRows = ({ matches }: { matches: readonly AlertMatch[] }) => {
  const writePrice = usePriceText()
  return (
    <section aria-labelledby="found">
      <h2 className={styles.heading} id="found">
        {ALERTS_PAGE_TEXT.findings}
      </h2>
      <ul>
        {matches.map(({ id, product, finding }) => (
          <Row
            key={id}
            picture={product.picture}
            title={
              <Link to={paths.product.href(product.id, product.name)}>
                <Verbatim>{product.name}</Verbatim>
              </Link>
            }
          >
            <p className="small">{describeFinding(finding, writePrice)}</p>
            <p className="quiet small">{describeCheckTime(finding)}</p>
          </Row>
        ))}
      </ul>
    </section>
  )
}
