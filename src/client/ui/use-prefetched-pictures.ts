import { useEffect } from 'react'
import { PICTURE_SHAPES, type PictureShape, pictureSrcSet } from '#shared/pictures.ts'

const SEPARATOR = '\n'

/** Prefetches the file that `<Picture>` will show in this shape. */
export const prefetchPicture = (url: string, shape: PictureShape) => {
  const image = new Image()
  image.fetchPriority = 'low'
  image.sizes = PICTURE_SHAPES[shape].sizes
  image.srcset = pictureSrcSet(url, PICTURE_SHAPES[shape].widest)
}

export const usePrefetchedPictures = (urls: readonly string[], shape: PictureShape) => {
  const key = urls.join(SEPARATOR)
  useEffect(() => {
    for (const url of key ? key.split(SEPARATOR) : []) prefetchPicture(url, shape)
  }, [key, shape])
}
