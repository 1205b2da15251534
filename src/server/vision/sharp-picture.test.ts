import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/core/http/errors.ts'
import { fingerprintPicture } from '#server/features/images/picture-fingerprint.ts'
import { readPictureFacts } from '#server/features/images/variants.ts'
import { cutSquares, letterboxed, openPicture } from './sharp-picture.ts'

const size = { width: 120, height: 80 }

/** Left half red, right half blue. */
const twoHalves = () =>
  sharp({ create: { ...size, channels: 3, background: '#0000ff' } }).composite([
    {
      input: { create: { width: 60, height: 80, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ])

const pixelAt = (pixels: Uint8Array, width: number, x: number, y: number) => [
  ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
]

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 200 && green < 60 && blue < 60

const refusal = async (bytes: Uint8Array) => {
  const error: unknown = await openPicture(bytes).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('was not refused', { cause: error })
  return error
}

describe('a picture that can be read', () => {
  it.each([
    { name: 'JPEG', make: () => twoHalves().jpeg({ quality: 95 }).toBuffer() },
    { name: 'PNG', make: () => twoHalves().png().toBuffer() },
    { name: 'WebP', make: () => twoHalves().webp({ lossless: true }).toBuffer() },
    { name: 'GIF', make: () => twoHalves().gif().toBuffer() },
    { name: 'AVIF', make: () => twoHalves().avif({ quality: 90 }).toBuffer() },
    { name: 'CMYK JPEG', make: () => twoHalves().toColourspace('cmyk').jpeg().toBuffer() },
    { name: '16-bit PNG', make: () => twoHalves().toColourspace('rgb16').png().toBuffer() },
    { name: 'PNG with alpha', make: () => twoHalves().ensureAlpha(1).png().toBuffer() },
  ])('$name comes out as upright 8-bit RGB', async ({ make }) => {
    const picture = await openPicture(await make())
    expect(picture.size).toEqual(size)
    expect(picture.working.pixels).toHaveLength(size.width * size.height * 3)
    const left = pixelAt(picture.working.pixels, size.width, 20, 40)
    expect(left[0]).toBeGreaterThan(180)
    expect(left[2]).toBeLessThan(80)
    const right = pixelAt(picture.working.pixels, size.width, 100, 40)
    expect(right[0]).toBeLessThan(120)
    expect(right[2]).toBeGreaterThan(120)
  })

  it('expands greyscale to three channels', async () => {
    const grey = await sharp({
      create: { ...size, channels: 3, background: '#808080' },
    })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const { working } = await openPicture(grey)
    expect(pixelAt(working.pixels, size.width, 5, 5)).toEqual([128, 128, 128])
  })

  it('puts transparent pictures on white', async () => {
    const clear = await sharp({
      create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { working } = await openPicture(clear)
    expect(pixelAt(working.pixels, size.width, 5, 5)).toEqual([255, 255, 255])
  })

  it('applies EXIF rotation', async () => {
    const sideways = await twoHalves()
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const picture = await openPicture(sideways)
    expect(picture.size).toEqual({ width: 80, height: 120 })
    expect(isRed(pixelAt(picture.working.pixels, 80, 40, 20))).toBe(true)
    expect(isRed(pixelAt(picture.working.pixels, 80, 40, 100))).toBe(false)
  })

  it('takes the first frame of an animation', async () => {
    const frame = (color: string) =>
      sharp({ create: { ...size, channels: 3, background: color } })
        .png()
        .toBuffer()
    const animation = await sharp([await frame('#ff0000'), await frame('#00ff00')], {
      join: { animated: true },
    })
      .gif()
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const picture = await openPicture(animation)
    expect(picture.size).toEqual(size)
    expect(isRed(pixelAt(picture.working.pixels, size.width, 60, 40))).toBe(true)
  })

  it('is refused with thousands of frames, before a decoder walks them', async () => {
    const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .webp({ lossless: true })
      .toBuffer()
    const frame = Buffer.concat([Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), still.subarray(12)])
    const chunk = (name: string, content: Buffer) => {
      const header = Buffer.from(`${name}0000`)
      header.writeUInt32LE(content.length, 4)
      return Buffer.concat([header, content])
    }
    const flags = Buffer.from([2, 0, 0, 0, 63, 0, 0, 63, 0, 0])
    const parts = (frames: number) => [
      Buffer.from('WEBP'),
      chunk('VP8X', flags),
      chunk('ANIM', Buffer.alloc(6)),
      ...Array.from({ length: frames }, () => chunk('ANMF', frame)),
    ]
    const animation = (frames: number) => chunk('RIFF', Buffer.concat(parts(frames)))
    expect((await openPicture(animation(1_000))).size).toEqual({ width: 64, height: 64 })
    expect(await refusal(animation(60_000))).toMatchObject({
      status: 413,
      message: 'The picture has more than 1,000 frames.',
    })
  })

  describe('with hundreds of thousands of blocks is refused before a decoder walks them', () => {
    const MANY = 200_000
    const repeat = (block: Buffer, count: number) => Buffer.alloc(count * block.length, block)
    /** An empty tEXt chunk with a wrong checksum. */
    const pngChunk = Buffer.from('000000007445587400000000', 'hex')
    const jpegComment = Buffer.from('fffe0002', 'hex')
    const gifFrame = Buffer.from('2c00000000010001000002024c0100', 'hex')

    it.each([
      {
        name: 'PNG',
        make: async (count: number) => {
          const png = await twoHalves().png().toBuffer()
          return Buffer.concat([png.subarray(0, 33), repeat(pngChunk, count), png.subarray(33)])
        },
        message: 'The picture has more than 2,000 blocks of metadata. Save it again without them.',
      },
      {
        name: 'JPEG, with fill bytes between them',
        make: async (count: number) => {
          const jpeg = await twoHalves().jpeg().toBuffer()
          const comments = repeat(Buffer.concat([jpegComment, Buffer.from([0xff])]), count)
          return Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)])
        },
        message: 'The picture has more than 2,000 blocks of metadata. Save it again without them.',
      },
      {
        name: 'GIF',
        make: async (count: number) => {
          const gif = await twoHalves().gif().toBuffer()
          return Buffer.concat([gif.subarray(0, -1), repeat(gifFrame, count), gif.subarray(-1)])
        },
        message: 'The picture has more than 1,000 frames.',
      },
    ])('$name', async ({ make, message }) => {
      expect((await openPicture(await make(900))).size).toEqual(size)
      const bytes = await make(MANY)
      expect(await refusal(bytes)).toMatchObject({ status: 413, message })
      // Pictures of other sites have no limits of their own.
      expect(await readPictureFacts(bytes)).toBeNull()
      expect(await fingerprintPicture(bytes)).toBeNull()
    })
  })

  it('as progressive JPEG is refused with scans that repeat, each of which walks the whole picture', async () => {
    const jpeg = await twoHalves().jpeg({ progressive: true }).toBuffer()
    const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
    const make = (count: number) =>
      Buffer.concat([
        jpeg.subarray(0, -2),
        ...Array.from({ length: count }, () => lastScan),
        jpeg.subarray(-2),
      ])
    expect((await openPicture(make(0))).size).toEqual(size)
    const bytes = make(60)
    expect(await refusal(bytes)).toMatchObject({
      status: 413,
      message: 'The picture is built up in more than 50 steps. Save it again as a plain JPEG.',
    })
    expect(await readPictureFacts(bytes)).toBeNull()
    expect(await fingerprintPicture(bytes)).toBeNull()
  })

  describe('whose EXIF would keep a decoder busy is refused before it', () => {
    const ENTRY = { camera: 0x87_69, comment: 0x92_86 }
    const BLOB = 7
    /** One directory, whose entries all have the same tag. */
    const makeExif = (
      tag: number,
      entries: number,
      { count, at }: { count: number; at: number },
    ) => {
      const exif = Buffer.alloc(8 + 2 + entries * 12 + 4)
      exif.write('II*\0', 'latin1')
      exif.writeUInt32LE(8, 4)
      exif.writeUInt16LE(entries, 8)
      for (let index = 0; index < entries; index += 1) {
        const entry = 10 + index * 12
        exif.writeUInt16LE(tag, entry)
        exif.writeUInt16LE(tag === ENTRY.camera ? 4 : BLOB, entry + 2)
        exif.writeUInt32LE(count, entry + 4)
        exif.writeUInt32LE(at, entry + 8)
      }
      return exif
    }
    const toJpeg = async (exif: Buffer) => {
      const jpeg = await twoHalves().jpeg().toBuffer()
      const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])
      const head = Buffer.from([0xff, 0xe1, 0, 0])
      head.writeUInt16BE(content.length + 2, 2)
      return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
    }
    const toWebp = async (exif: Buffer) => {
      const webp = await twoHalves().webp().toBuffer()
      const chunk = Buffer.alloc(8)
      chunk.write('EXIF', 'latin1')
      chunk.writeUInt32LE(exif.length, 4)
      const extended = Buffer.alloc(18)
      extended.write('VP8X', 'latin1')
      extended.writeUInt32LE(10, 4)
      extended[8] = 8
      extended.writeUIntLE(size.width - 1, 12, 3)
      extended.writeUIntLE(size.height - 1, 15, 3)
      const body = Buffer.concat([Buffer.from('WEBP'), extended, webp.subarray(12), chunk, exif])
      const riff = Buffer.alloc(8)
      riff.write('RIFF', 'latin1')
      riff.writeUInt32LE(body.length, 4)
      return Buffer.concat([riff, body])
    }

    it.each([
      ['JPEG whose entries point back', toJpeg, makeExif(ENTRY.camera, 2_000, { count: 1, at: 8 })],
      ['JPEG that points back once', toJpeg, makeExif(ENTRY.camera, 1, { count: 1, at: 8 })],
      ['WebP whose entries point back', toWebp, makeExif(ENTRY.camera, 4_000, { count: 1, at: 8 })],
      [
        'WebP whose entries share megabytes',
        toWebp,
        Buffer.concat([
          makeExif(ENTRY.comment, 1_000, { count: 1_000_000, at: 16_000 }),
          Buffer.alloc(1_100_000),
        ]),
      ],
    ])('%s', async (_, wrap, exif) => {
      const bytes = await wrap(exif)
      expect(await refusal(bytes)).toMatchObject({
        status: 413,
        message: 'The picture has too much EXIF. Save it again without metadata.',
      })
      expect(await readPictureFacts(bytes)).toBeNull()
      expect(await fingerprintPicture(bytes)).toBeNull()
    })

    it('but not what cameras write', async () => {
      const exif = makeExif(ENTRY.comment, 900, { count: 4, at: 0 })
      for (const wrap of [toJpeg, toWebp])
        expect((await openPicture(await wrap(exif))).size).toEqual(size)
    })
  })

  it('as PNG is refused with dozens of compressed texts, which a decoder would unpack', async () => {
    const png = await twoHalves().png().toBuffer()
    const packed = (name: string) =>
      Buffer.from(`00000000${Buffer.from(name).toString('hex')}00000000`, 'hex')
    const make = (name: string, count: number) =>
      Buffer.concat([
        png.subarray(0, 33),
        ...Array.from({ length: count }, () => packed(name)),
        png.subarray(33),
      ])
    for (const name of ['zTXt', 'iTXt', 'iCCP']) {
      expect(await refusal(make(name, 6))).toMatchObject({ status: 413 })
      expect((await openPicture(make(name, 3))).size).toEqual(size)
    }
  })

  it('is refused as AVIF from 16 megapixels on, which take seconds to decode', async () => {
    const plain = {
      create: { width: 4_100, height: 4_000, channels: 3, background: '#777' },
    } as const
    const avif = await sharp(plain).avif({ effort: 0 }).toBuffer()
    expect(await refusal(avif)).toMatchObject({ status: 413 })
    expect((await openPicture(await sharp(plain).jpeg().toBuffer())).size.width).toBe(4_100)
  })

  it('is reduced to 800 pixels', async () => {
    const large = await sharp({
      create: { width: 4000, height: 3000, channels: 3, background: '#777' },
    })
      .jpeg()
      .toBuffer()
    const picture = await openPicture(large)
    expect(picture.size).toEqual({ width: 4000, height: 3000 })
    expect(picture.working.size).toEqual({ width: 800, height: 600 })
  })
})

describe('a picture that cannot be read is refused with a clear message', () => {
  it.each([
    { name: 'zero bytes', status: 400, make: async () => new Uint8Array() },
    {
      name: 'HTML named .jpg',
      status: 415,
      make: async () => Buffer.from('<!doctype html><html><body>hello</body></html>'),
    },
    {
      name: 'an SVG',
      status: 415,
      make: async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    },
    {
      name: 'a JPEG header followed by noise',
      status: 422,
      make: async () => Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(4000, 7)]),
    },
    {
      name: 'a truncated JPEG',
      status: 422,
      make: async () => {
        const whole = await sharp({
          create: {
            width: 400,
            height: 400,
            channels: 3,
            background: '#888',
            noise: { type: 'gaussian', mean: 128, sigma: 40 },
          },
        })
          .jpeg()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    },
    {
      name: 'a truncated PNG',
      status: 422,
      make: async () => {
        const whole = await twoHalves().png({ compressionLevel: 0 }).toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    },
    {
      name: 'one pixel',
      status: 422,
      make: () =>
        sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    },
    {
      name: '41 megapixels',
      status: 413,
      make: () =>
        sharp({
          create: { width: 8200, height: 5000, channels: 3, background: '#fff' },
        })
          .png({ compressionLevel: 9 })
          .toBuffer(),
    },
    {
      name: 'more than 10 MB',
      status: 413,
      make: async () => Buffer.alloc(10 * 1024 * 1024 + 1, 255),
    },
  ])('$name: $status', async ({ make, status }) => {
    const error = await refusal(await make())
    expect(error.status).toBe(status)
    expect(error.message).toMatch(/^[A-Z].*\.$/)
  })
})

describe('model inputs', () => {
  it('scale the picture to the longest side', async () => {
    const picture = await openPicture(await twoHalves().png().toBuffer())
    const { pixels, frame } = await letterboxed(picture, 60)
    expect(frame.scaled).toEqual({ width: 60, height: 40 })
    expect(pixels).toHaveLength(60 * 40 * 3)
    expect(isRed(pixelAt(pixels, 60, 10, 20))).toBe(true)
    expect(isRed(pixelAt(pixels, 60, 50, 20))).toBe(false)
  })

  it('are squares around the boxes, in order', async () => {
    const picture = await openPicture(await twoHalves().png().toBuffer())
    const squares = await cutSquares(
      picture,
      [
        { x0: 70, y0: 10, x1: 110, y1: 70 },
        { x0: 5, y0: 5, x1: 50, y1: 40 },
      ],
      0.05,
      32,
    )
    const { pixels, contentSizes } = squares
    expect(pixels).toHaveLength(2 * 32 * 32 * 3)
    expect(isRed(pixelAt(pixels, 32, 16, 16))).toBe(false)
    expect(isRed(pixelAt(pixels.subarray(32 * 32 * 3), 32, 16, 16))).toBe(true)
    expect(contentSizes).toEqual([
      { width: 21, height: 32 },
      { width: 32, height: 24 },
    ])
    expect(pixelAt(pixels, 32, 1, 16)).toEqual([114, 114, 114])
    expect(pixelAt(pixels, 32, 30, 16)).toEqual([114, 114, 114])
  })
})
