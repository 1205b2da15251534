import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { AdvertisingTag } from '#client/catalog/products/product-card.tsx'
import { Portrait } from '#client/catalog/people/celebrity-card.tsx'
import {
  AllCelebrities,
  selectKnownNames,
  NoOneCalled,
  UnknownNames,
} from '#client/catalog/people/celebrity-names.tsx'
import { expireShortFeed, createImagesQuery } from '#client/catalog/queries.ts'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { useElementSize } from '#client/lib/use-element-size.ts'
import { useIsHydrating } from '#client/lib/use-media-query.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { navigateWithPicture } from '#client/lib/view-transition.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Picture, computeRatio, usePrefetchedPictures } from '#client/ui/picture.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { GRID } from '#shared/constants.ts'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { formatNamesHeader, formatTileName } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import {
  type CelebritySelection,
  formatCelebritySelection,
  EVERYONE,
  paths,
} from '#shared/paths.ts'
import { ResultsActions, ResultsHead, useUrlSelection } from './results-head.tsx'
import styles from './results.module.css'

/** Portrait and name, 'Items found' and three lines of product name: equal for every tile. */
export const CAPTION_PX = 136

const WIDE_FROM_PX = 600
const MIN_COLUMN_PX = 236
const MIN_COLUMNS = 2
const MAX_COLUMNS = 6

export const computeColumnGap = (widthPx: number): number => (widthPx > WIDE_FROM_PX ? 24 : 12)

/** Two columns on a phone, otherwise as many as fit a full figure. */
export const countColumns = (widthPx: number, gapPx: number): number => {
  const fitting = Math.floor((widthPx + gapPx) / (MIN_COLUMN_PX + gapPx))
  return Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, fitting))
}

export const computeColumnWidth = (widthPx: number, columns: number, gapPx: number): number =>
  (widthPx - gapPx * (columns - 1)) / columns

/** Known before the picture loads, so that the grid never shifts. */
export const computeTileHeight = (size: Pick<ImageTile, 'width' | 'height'>, columnPx: number) =>
  Math.round(columnPx * computeRatio(size)) + CAPTION_PX

type LookTileProps = { tile: ImageTile; isPriority: boolean }

const opensNewTab = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

const LookTile = ({ tile, isPriority }: LookTileProps) => {
  const navigate = useNavigate()
  const picture = useRef<HTMLSpanElement>(null)
  const to = paths.celebrityImage.href(tile.image)
  const { width, height, color } = tile

  const handleClick = (event: MouseEvent) => {
    if (opensNewTab(event)) return
    event.preventDefault()
    // The next page shows this picture in its final frame before anything else has arrived.
    const thumbnail = picture.current?.querySelector('img')?.currentSrc
    const state = { width, height, color, thumbnail }
    navigateWithPicture(picture.current, () => void navigate(to, { state }))
  }
  return (
    <a className={styles.tile} href={to} onClick={handleClick}>
      <span ref={picture} className={classNames('frame', styles.picture)}>
        <Picture
          url={tile.image}
          width={width}
          height={height}
          color={color}
          shape="tile"
          isPriority={isPriority}
        />
        <AdvertisingTag look={tile} />
      </span>
      <span className={classNames('stack small', styles.caption)} style={{ height: CAPTION_PX }}>
        <span className={classNames('row gap-2', styles.who)}>
          <Portrait image={tile.celebrity_portrait} size={32} />
          <span className={classNames('one-line', styles.name)}>
            <Name>{tile.celebrity_name}</Name>
          </span>
        </span>
        <strong>{RESULTS_TEXT.itemsFound(tile.number_of_products)}</strong>
        <span className={styles.product}>
          <Verbatim>{formatTileName(tile.name, tile.number_of_products)}</Verbatim>
        </span>
      </span>
    </a>
  )
}

type LookGridProps = { tiles: readonly ImageTile[]; label: string }

const OVERSCAN = 6
const FIRST_ROWS = 2

/** A virtual masonry with known heights. */
const LookGrid = ({ tiles, label }: LookGridProps) => {
  const ref = useRef<HTMLUListElement>(null)
  const { width } = useElementSize(ref)
  const isUnmeasured = useIsHydrating()
  const [top, setTop] = useState(0)
  const gap = computeColumnGap(width)
  const columns = countColumns(width, gap)
  const columnPx = computeColumnWidth(width, columns, gap)
  // Nothing it returns is passed to a memoized component.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: width === 0 ? 0 : tiles.length,
    lanes: columns,
    gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => tiles[index]?.image ?? index,
    estimateSize: (index) => {
      const tile = tiles[index]
      return tile ? computeTileHeight(tile, columnPx) : 0
    },
  })
  useLayoutEffect(() => {
    setTop(ref.current?.offsetTop ?? 0)
    virtual.measure()
  }, [ref, virtual, columnPx, columns])

  /** Until the width is known, only CSS positions the first row. */
  const positions = isUnmeasured
    ? tiles.map((_, index) => ({ index, style: undefined }))
    : virtual.getVirtualItems().map(({ index, lane, start }) => ({
        index,
        style: {
          width: columnPx,
          transform: `translate(${lane * (columnPx + gap)}px, ${start - top}px)`,
        },
      }))
  return (
    <div className={styles.container}>
      <ul
        ref={ref}
        className={isUnmeasured ? styles.unmeasured : styles.grid}
        style={isUnmeasured ? undefined : { height: virtual.getTotalSize() }}
        aria-label={label}
      >
        {positions.map(({ index, style }) => {
          const tile = tiles[index]
          const isPriority = index < columns * FIRST_ROWS
          return (
            tile && (
              <li
                key={tile.image}
                className={styles.place}
                style={style}
                aria-setsize={tiles.length}
                aria-posinset={index + 1}
              >
                <KeptMarkup cacheKey={['look', isPriority, tile]}>
                  <LookTile tile={tile} isPriority={isPriority} />
                </KeptMarkup>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

const describeCount = (selection: CelebritySelection, total: number): string => {
  if (selection.length === 0) return RESULTS_TEXT.imagesFound(total)
  if (selection !== EVERYONE) return RESULTS_TEXT.imagesFoundFor(total)
  return total > 0 ? RESULTS_TEXT.shuffledLooks(total) : ''
}

const NoLooks = () => (
  <EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />}>
    {RESULTS_TEXT.noLooksHint}
  </EmptyState>
)

const CelebritySearchResultPage = () => {
  const selection = useUrlSelection()
  const isFeed = selection === EVERYONE
  const query = useInfiniteQuery({ ...createImagesQuery(selection), enabled: selection.length > 0 })
  const queries = useQueryClient()
  useEffect(() => (isFeed ? () => expireShortFeed(queries) : undefined), [isFeed, queries])
  const first = query.data?.pages[0]
  const names = selectKnownNames(selection, first?.celebrities)
  usePageTitle(isFeed ? RESULTS_TEXT.trendingFeed : formatNamesHeader(names, true))
  const { visible, upcoming, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.images) ?? [],
    name: `images ${formatCelebritySelection(selection)}`,
    pageSize: GRID.tilePageSize,
    sentinelPx: GRID.tileSentinelPx,
    query,
  })
  usePrefetchedPictures(
    upcoming.map(({ image }) => image),
    'tile',
  )

  const unknown = first?.unknown ?? []
  const isUnknown = unknown.length > 0 && unknown.length === selection.length
  const isEmpty = selection.length === 0 || (query.isSuccess && visible.length === 0)
  return (
    <div className="page">
      <ResultsHead
        selection={selection}
        names={names}
        countText={first || isEmpty ? describeCount(selection, first?.total ?? 0) : ''}
        actions={<ResultsActions selection={selection} view="looks" people={first?.celebrities} />}
      />
      {isUnknown ? <NoOneCalled names={unknown} /> : <UnknownNames names={unknown} />}
      {query.isError && visible.length === 0 && (
        <QueryError title={RESULTS_TEXT.imagesNotLoaded} query={query} />
      )}
      {isEmpty && !isUnknown && <NoLooks />}
      {query.isPending && !isEmpty && (
        <CardGrid
          kind="looks"
          items={[]}
          label={RESULTS_TEXT.images}
          isLoading
          renderCard={() => null}
        />
      )}
      {visible.length > 0 && <LookGrid tiles={visible} label={RESULTS_TEXT.images} />}
      {!isComplete && <div ref={sentinel} />}
    </div>
  )
}

export default CelebritySearchResultPage
