import { type CSSProperties, type ReactNode, useLayoutEffect } from 'react'
import { viewTransitionArrived } from '#client/lib/view-transition.ts'
import { Picture } from '#client/ui/picture.tsx'
import styles from './look-picture.module.css'

export type PictureFacts = {
  width: number | null
  height: number | null
  color: string | null
}

const FALLBACK_RATIO = 3 / 2

export const ratioOf = ({ width, height }: PictureFacts) =>
  width && height ? height / width : FALLBACK_RATIO

type LookPictureProps = {
  url: string
  alt: string
  /** From the tile that was clicked, or from the server. */
  facts: PictureFacts
  /** The picture of the tile, shown until the large one has loaded. */
  thumbnail: string | undefined
  children: ReactNode
}

export const LookPicture = ({ url, alt, facts, thumbnail, children }: LookPictureProps) => {
  useLayoutEffect(viewTransitionArrived, [])
  return (
    <div className={styles.frame} style={{ '--ratio': 1 / ratioOf(facts) } as CSSProperties}>
      <Picture
        {...facts}
        url={url}
        alt={alt}
        shape="look"
        isPriority
        thumbnail={thumbnail}
        className={styles.picture}
      />
      {children}
    </div>
  )
}
