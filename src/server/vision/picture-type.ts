const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** AVIF stills and sequences; other formats in the same container are refused. */
const AVIF_BRANDS = new Set(['avif', 'avis'])

/**
 * Detected from the bytes, never from a name or header. Vector formats must not reach the decoder:
 * an SVG can read files and expand without limit.
 */
export const isRasterPicture = (bytes: Uint8Array): boolean => {
  const start = text(bytes, 0, 12)
  return (
    start.startsWith('\u00FF\u00D8\u00FF') ||
    start.startsWith('\u0089PNG\r\n\u001A\n') ||
    start.startsWith('GIF87a') ||
    start.startsWith('GIF89a') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP')) ||
    (start.slice(4, 8) === 'ftyp' && AVIF_BRANDS.has(start.slice(8)))
  )
}
