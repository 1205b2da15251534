import { type ReactNode, useLayoutEffect } from 'react'
import { viewTransitionArrived } from '#client/lib/view-transition.ts'
import { Picture } from '#client/ui/picture.tsx'
import styles from './look-picture.module.css'

export type PictureFacts = {
  width: number | null
  height: number | null
  color: string | null
}

type LookPictureProps = {
  url: string
  alt: string
  /** From the tile that led here, or from the server. */
  facts: PictureFacts
  children: ReactNode
}

export const LookPicture = ({ url, alt, facts, children }: LookPictureProps) => {
  useLayoutEffect(viewTransitionArrived, [])
  return (
    <div
      className={styles.frame}
      style={facts.width && facts.height ? { aspectRatio: facts.width / facts.height } : undefined}
    >
      <Picture {...facts} url={url} alt={alt} shape="look" isPriority className={styles.picture} />
      {children}
    </div>
  )
}
