import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState } from 'react'
import { useElementWidth } from '#client/lib/use-element-width.ts'
import type { ImageTile } from '#shared/contract/catalog.ts'
import styles from './look-grid.module.css'
import { LookTile } from './look-tile.tsx'
import { columnCount, columnWidth, tileHeight } from './tile-size.ts'

type LookGridProps = { tiles: readonly ImageTile[]; label: string }

const OVERSCAN = 6
const FIRST_ROWS = 2

/** Masonry of known heights, of which only what is near the screen is in the page. */
export const LookGrid = ({ tiles, label }: LookGridProps) => {
  const { ref, width } = useElementWidth<HTMLUListElement>()
  const [top, setTop] = useState(0)
  const columns = columnCount(width)
  const gap = width > 600 ? 24 : 12
  const columnPx = columnWidth(width, columns, gap)
  // Nothing it returns is handed on to a memoised component.
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

  return (
    <ul
      ref={ref}
      className={styles.grid}
      style={{ height: virtual.getTotalSize() }}
      aria-label={label}
    >
      {virtual.getVirtualItems().map(({ index, key, lane, start }) => {
        const tile = tiles[index]
        return (
          tile && (
            <li
              key={key}
              className={styles.place}
              style={{
                width: columnPx,
                transform: `translate(${lane * (columnPx + gap)}px, ${start - top}px)`,
              }}
              aria-setsize={tiles.length}
              aria-posinset={index + 1}
            >
              <LookTile tile={tile} isPriority={index < columns * FIRST_ROWS} />
            </li>
          )
        )
      })}
    </ul>
  )
}
