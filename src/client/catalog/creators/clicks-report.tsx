import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField } from '#client/ui/fields.tsx'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import type { ClickReport } from '#shared/contract/outgoing.ts'
import { paths } from '#shared/paths.ts'
import styles from './clicks-report.module.css'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { CLICKS_TEXT } from './clicks-messages.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'

const formatNumber = (clicks: number) => clicks.toLocaleString(LOCALE_TEXT.locale)

/** A bar for each day, hidden from screen readers: the table below has the same figures. */
const Chart = ({ days }: Pick<ClickReport, 'days'>) => {
  const [first, last] = [days[0], days.at(-1)]
  const most = Math.max(...days.map(({ clicks }) => clicks))
  // An even number, so that the line in the middle has a whole one.
  const top = Math.max(4, 2 * Math.ceil(most / 2))
  return (
    <div className="small quiet" aria-hidden="true">
      <div className={styles.bars}>
        {[top, top / 2, 0].map((clicks) => (
          <span key={clicks} className={styles.line} style={{ bottom: `${(clicks / top) * 100}%` }}>
            {formatNumber(clicks)}
          </span>
        ))}
        {days.map(({ day, clicks }) => (
          <span
            key={day}
            className={styles.bar}
            style={{ width: `${70 / days.length}%`, height: `${(clicks / top) * 100}%` }}
          />
        ))}
      </div>
      <div className="row between">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </div>
    </div>
  )
}

type Line = { key: string; name: string; to: string | null; clicks: number }

const Table = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <table className={styles.table}>
    <caption className={styles.caption}>{title}</caption>
    <thead className="visually-hidden">
      <tr>
        <th scope="col">{CLICKS_TEXT.name}</th>
        <th scope="col">{CLICKS_TEXT.clicks}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, name, to, clicks }) => (
        <tr key={key}>
          <th scope="row">
            {to === null ? (
              name
            ) : (
              <Link to={to}>
                <Verbatim>{name}</Verbatim>
              </Link>
            )}
          </th>
          <td>{formatNumber(clicks)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const toReportLines = ({ products, looks, days }: ClickReport) => ({
  products: products.map(({ id, name, clicks }) => ({
    key: id,
    name: name ?? CLICKS_TEXT.removedProduct,
    to: name === null ? null : paths.product.href(id, name),
    clicks,
  })),
  looks: looks.map(({ image, person, clicks }, index) => ({
    key: image ?? String(index),
    name: person === null ? CLICKS_TEXT.removedLook : CLICKS_TEXT.lookOf(person),
    to: image === null ? null : paths.celebrityImage.href(image),
    clicks,
  })),
  days: days
    .filter(({ clicks }) => clicks > 0)
    .toReversed()
    .map(({ day, clicks }) => ({ key: day, name: day, to: null, clicks })),
})

const CALLS = { own: 'GET /api/my-clicks', site: 'GET /api/admin/clicks' } as const

/** How often links to shops were followed: a chart, tables, and a file for spreadsheets. */
export const ClicksReport = ({ scope }: { scope: keyof typeof CALLS }) => {
  const [period, setPeriod] = useState<keyof typeof CLICKS_TEXT.periods>('30')
  const days = Number(period)
  const query = useQuery({
    queryKey: ['clicks', scope, days],
    queryFn: async ({ signal }) => (await api(CALLS[scope], { query: { days }, signal })).data,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const total = data?.days.reduce((sum, { clicks }) => sum + clicks, 0) ?? 0
  const lines = data && toReportLines(data)
  return (
    <div className="stack gap-5">
      <div className={classNames('row wrap between gap-4', styles.head)}>
        <ChoiceField
          label={CLICKS_TEXT.period}
          options={CLICKS_TEXT.periods}
          value={period}
          onChange={setPeriod}
        />
        <a
          className="target"
          href={`${CALLS[scope].slice('GET '.length)}.csv?days=${days}`}
          download
        >
          {CLICKS_TEXT.download}
        </a>
      </div>
      {query.isError && <QueryError title={CLICKS_TEXT.notLoaded} query={query} />}
      {query.isPending && <Skeleton ratio={1 / 3} />}
      {data && total === 0 && (
        <EmptyState title={CLICKS_TEXT.empty}>{CLICKS_TEXT.emptyHint}</EmptyState>
      )}
      {data && lines && total > 0 && (
        <>
          <p>
            <RichText
              text={CLICKS_TEXT.total(total, formatNumber(total))}
              tags={{ b: <strong /> }}
            />
          </p>
          <Chart days={data.days} />
          <div className={styles.tables}>
            <Table title={CLICKS_TEXT.products} lines={lines.products} />
            <Table title={CLICKS_TEXT.looks} lines={lines.looks} />
            <Table title={CLICKS_TEXT.days} lines={lines.days} />
          </div>
        </>
      )}
    </div>
  )
}
