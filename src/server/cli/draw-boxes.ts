import sharp from 'sharp'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Size } from '#shared/domain/box.ts'

const COLORS: Record<string, string> = {
  clothing: '#2a6df4',
  footwear: '#e2571e',
  bags: '#8a3ffc',
  jewelry: '#d12771',
  accessories: '#007d79',
  other: '#6f6f6f',
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const renderBoxSvg = ({ pixelBox, category, label, confidence }: DetectedObject, scale: number) => {
  const color = COLORS[category] ?? '#6f6f6f'
  const [x, y, width, height] = [
    pixelBox.x * scale,
    pixelBox.y * scale,
    pixelBox.width * scale,
    pixelBox.height * scale,
  ].map(Math.round)
  const text = escapeText(`${label} ${Math.round(confidence * 100)}%`)
  const top = Math.max(18, y ?? 0)
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${color}" stroke-width="3"/>
    <rect x="${x}" y="${top - 18}" width="${text.length * 8 + 8}" height="18" fill="${color}"/>
    <text x="${(x ?? 0) + 4}" y="${top - 4}" font-family="sans-serif" font-size="14" fill="#fff">${text}</text>`
}

const SHOWN_SIDE = 1_000

/** The photo with its detections drawn in, as PNG. */
export const drawBoxes = async (
  bytes: Uint8Array,
  size: Size,
  detections: readonly DetectedObject[],
): Promise<Buffer> => {
  const scale = Math.min(1, SHOWN_SIDE / Math.max(size.width, size.height))
  const width = Math.round(size.width * scale)
  const height = Math.round(size.height * scale)
  const boxes = detections.map((detection) => renderBoxSvg(detection, scale)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes}</svg>`
  return sharp(bytes)
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer()
}
