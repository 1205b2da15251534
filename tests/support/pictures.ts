import sharp from 'sharp'

type Options = { width?: number; height?: number; color?: string }

const blank = ({ width = 200, height = 200, color = '#c8342f' }: Options) =>
  sharp({ create: { width, height, channels: 3, background: color } })

export const jpegPicture = (options: Options = {}): Promise<Buffer> =>
  blank(options).jpeg().toBuffer()

/** White with a coloured corner, so that pictures of two colours do not look alike. */
export const corneredPicture = async (color: string): Promise<Buffer> =>
  blank({ width: 300, height: 400, color: '#ffffff' })
    .composite([
      {
        input: await blank({ width: 150, color }).png().toBuffer(),
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer()

/** A JPEG as phones write it: rotated by EXIF, with GPS data. */
export const phonePicture = (): Promise<Buffer> =>
  blank({ width: 400, height: 300 })
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
      blank({ width: 64, height: 64, color }).png().toBuffer(),
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
