import { crc32, deflateRawSync } from 'node:zlib'

type ZipEntry = {
  name: string
  content: string | Buffer
  isPacked?: boolean
  claimedBytes?: number
}

/** A ZIP file. */
export const createZip = (files: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isPacked = true, claimedBytes } of files) {
    const plain = Buffer.from(content)
    const packedContent = isPacked ? deflateRawSync(plain) : plain
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(isPacked ? 8 : 0, 8)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isPacked ? 8 : 0, 10)
    entry.writeUInt32LE(crc32(plain), 16)
    entry.writeUInt32LE(packedContent.length, 20)
    entry.writeUInt32LE(claimedBytes ?? plain.length, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(head, Buffer.from(name), packedContent)
    directory.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packedContent.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}
