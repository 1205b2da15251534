import { type MouseEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Portrait } from '#client/catalog/portrait.tsx'
import { moveWithPicture } from '#client/lib/view-transition.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { ImageTile } from '#shared/contract/catalog.ts'
import { tileName } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { CAPTION_PX } from './tile-size.ts'
import styles from './look-tile.module.css'

type LookTileProps = { tile: ImageTile; isPriority: boolean }

const opensElsewhere = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0

export const LookTile = ({ tile, isPriority }: LookTileProps) => {
  const navigate = useNavigate()
  const picture = useRef<HTMLSpanElement>(null)
  const to = paths.celebrityImage.href(tile.image)
  const { width, height, color } = tile

  const handleClick = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    // The next page shows this picture in its final frame before anything else has arrived.
    const thumbnail = picture.current?.querySelector('img')?.currentSrc
    const state = { width, height, color, thumbnail }
    moveWithPicture(picture.current, () => void navigate(to, { state }))
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
      </span>
      <span className={classNames('stack small', styles.caption)} style={{ height: CAPTION_PX }}>
        <span className={classNames('row gap-2', styles.who)}>
          <Portrait image={tile.celebrity_portrait} size={32} />
          <span className={styles.name}>{tile.celebrity_name}</span>
        </span>
        <strong>{RESULTS_TEXT.itemsFound(tile.number_of_products)}</strong>
        <span className={styles.product}>{tileName(tile.name, tile.number_of_products)}</span>
      </span>
    </a>
  )
}
