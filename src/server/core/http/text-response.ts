import { Readable } from 'node:stream'

async function* encodeTexts(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** A long text, sent while it is written. */
export const createTextResponse = (
  pieces: AsyncIterable<string>,
  contentType: string,
  headers: Record<string, string> = {},
) =>
  new Response(Readable.toWeb(Readable.from(encodeTexts(pieces))) as ReadableStream, {
    headers: { 'content-type': contentType, 'cache-control': 'no-cache', ...headers },
  })
