import { pictureSources } from './picture-source.ts'

/** Lets the browser choose and keep the very file that `<Picture>` will show at this size. */
export const prefetchPicture = (url: string, width: number | null, sizes: string) => {
  const image = new Image()
  image.fetchPriority = 'low'
  image.sizes = sizes
  image.srcset = pictureSources(url, width).srcSet
}
