/** The widths we ask the image proxy for: few, so that its cache and the browser's are hit often. */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280, 1920] as const

/** The address of a picture through the proxy, at most `width` pixels wide. */
export const proxiedPicture = (url: string, width: number): string =>
  `/api/image-proxy?${new URLSearchParams({ url, w: String(width) }).toString()}`

/** What `srcset` needs; nothing wider than the original, where that is known. */
export const pictureSources = (url: string, originalWidth: number | null) => {
  const useful = WIDTHS.filter((_, index) => {
    const previous = WIDTHS[index - 1] ?? 0
    return originalWidth === null || previous < originalWidth
  })
  return {
    src: proxiedPicture(url, 640),
    srcSet: useful.map((width) => `${proxiedPicture(url, width)} ${width}w`).join(', '),
  }
}
