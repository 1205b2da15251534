import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { useElementSize } from '#client/lib/use-element-size.ts'
import { useIsHydrating } from '#client/lib/use-is-hydrating.ts'
import type { ImageTile } from '#shared/contract/catalog.ts'
import styles from './look-grid.module.css'
import { LookTile } from './look-tile.tsx'
import { columnCount, columnGap, columnWidth, tileHeight } from './tile-size.ts'

type LookGridProps = { tiles: readonly ImageTile[]; label: string }

const OVERSCAN = 6
const FIRST_ROWS = 2

/** A virtual masonry with known heights (decision 024). */
export const LookGrid = ({ tiles, label }: LookGridProps) => {
  const ref = useRef<HTMLUListElement>(null)
  const { width } = useElementSize(ref)
  const isUnmeasured = useIsHydrating()
  const [top, setTop] = useState(0)
  const gap = columnGap(width)
  const columns = columnCount(width, gap)
  const columnPx = columnWidth(width, columns, gap)
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
      return tile ? tileHeight(tile, columnPx) : 0
    },
  })
  useLayoutEffect(() => {
    setTop(ref.current?.offsetTop ?? 0)
    virtual.measure()
  }, [ref, virtual, columnPx, columns])

  /** Until the width is known, CSS alone places the first row. */
  const places = isUnmeasured
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
        {places.map(({ index, style }) => {
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
                <KeptMarkup of={['look', isPriority, tile]}>
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
