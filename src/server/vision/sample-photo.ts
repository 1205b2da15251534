import sharp from 'sharp'
import type { Size } from './image-ops.ts'

/** A street-like photo made on the spot for measuring: a clothed figure, a textured wall, camera noise. */
export const samplePhoto = async ({ width, height }: Size): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#b9b2a6"/><stop offset="1" stop-color="#7d8288"/></linearGradient>
      <pattern id="bricks" width="24" height="12" patternUnits="userSpaceOnUse"><path d="M0 0H24M0 6H24M6 0V6M18 6V12" stroke="#6b6660" stroke-width="0.7" fill="none"/></pattern>
    </defs>
    <rect width="300" height="400" fill="url(#wall)"/><rect width="300" height="300" fill="url(#bricks)"/>
    <rect y="330" width="300" height="70" fill="#8a8378"/>
    <circle cx="150" cy="70" r="22" fill="#d9a989"/><path d="M127 66q23-42 46 0q-4-14-23-14t-23 14z" fill="#3b2a20"/>
    <path d="M132 66h14v8h-14zM154 66h14v8h-14zM146 68h8" fill="#111" stroke="#111"/>
    <path d="M118 98q32-14 64 0l14 150h-92z" fill="#1b2a4e"/><path d="M118 100l-22 110 14 4 20-84zM182 100l22 110-14 4-20-84z" fill="#22345e"/>
    <path d="M122 248h26l-2 96h-22zM152 248h26l-2 96h-22z" fill="#3c5676"/>
    <path d="M112 344h34v12h-40zM154 344h34l6 12h-40z" fill="#f3f4f6"/>
    <path d="M196 214h36v34h-36zM202 214q12-24 24 0" fill="#a87a4c" stroke="#6b4428" stroke-width="2"/>
  </svg>`
  const noise = await sharp({
    create: {
      width: Math.round(width / 4),
      height: Math.round(height / 4),
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .resize(width, height)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(Buffer.from(svg))
    .resize(width, height)
    .flatten()
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
