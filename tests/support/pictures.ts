import sharp from 'sharp'

type PictureOptions = { width?: number; height?: number; color?: string }

const createBlankPicture = ({ width = 200, height = 200, color = '#c8342f' }: PictureOptions) =>
  sharp({ create: { width, height, channels: 3, background: color } })

export const jpegPicture = (options: PictureOptions = {}): Promise<Buffer> =>
  createBlankPicture(options).jpeg().toBuffer()

/** White with a coloured corner, so that pictures of two colours do not look alike. */
export const corneredPicture = async (color: string): Promise<Buffer> =>
  createBlankPicture({ width: 300, height: 400, color: '#ffffff' })
    .composite([
      {
        input: await createBlankPicture({ width: 150, color }).png().toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer()

/** A JPEG as phones write it: rotated by EXIF, with GPS data. */
export const phonePicture = (): Promise<Buffer> =>
  createBlankPicture({ width: 400, height: 300 })
    .withExif({
      IFD0: { Make: 'Telltale Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Three frames: red, green and blue. */
export const animatedGif = async (): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((color) =>
      createBlankPicture({ width: 64, height: 64, color }).png().toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer()
}

/** A small PNG file of huge dimensions. */
export const hugePng = (): Promise<Buffer> =>
  sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

/** Fourteen things on white that cover little of it: rings, studs, chains and white shirts. */
export const sparsePictures = (): Promise<Buffer[]> => {
  const line = (color: string, width: number) =>
    `fill="none" stroke="${color}" stroke-width="${width}"`
  const ring = (radius: number, width: number, color: string) =>
    `<circle cx="300" cy="300" r="${radius}" ${line(color, width)}/>`
  const studs = (radius: number, color: string) =>
    [250, 350].map((x) => `<circle cx="${x}" cy="300" r="${radius}" fill="${color}"/>`).join('')
  const chain = (width: number, color: string) =>
    `<path d="M150 150 Q300 450 450 150" ${line(color, width)}/>`
  const shirt = (top: number, color: string) =>
    `<path d="M200 ${top} L260 ${top - 30} L340 ${top - 30} L400 ${top} L390 450 L210 450z" fill="${color}" stroke="#e8e8e8" stroke-width="3"/>`
  const drawings = [
    ring(60, 4, '#c9a227'),
    ring(60, 8, '#c0c0c0'),
    ring(90, 4, '#c9a227'),
    ring(90, 6, '#b76e79'),
    ring(75, 5, '#888888'),
    ring(40, 10, '#d4af37'),
    ring(110, 5, '#c9a227'),
    studs(12, '#d4af37'),
    studs(16, '#c0c0c0'),
    chain(3, '#d4af37'),
    chain(5, '#999999'),
    chain(4, '#b76e79'),
    shirt(180, '#f6f6f6'),
    shirt(190, '#f7f7f7'),
  ]
  return Promise.all(
    drawings.map((drawing) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="100%" height="100%" fill="#fff"/>${drawing}</svg>`,
        ),
      )
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  )
}
