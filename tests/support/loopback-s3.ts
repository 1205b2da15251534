import { AwsV4Signer } from 'aws4fetch'
import { loopbackServer } from './loopback-server.ts'

export const S3_CREDENTIALS = { accessKeyId: 'AKTEST', secretAccessKey: 'for-tests-only' }

const PAGE_SIZE = 2

/** An S3 server with one bucket on loopback. Checks signatures and lists two keys per page. */
export const startLoopbackS3 = async (bucket: string) => {
  const files = new Map<string, Buffer>()
  const failing = { calls: 0, status: 503 }
  const server = await loopbackServer((request, response) => {
    void (async () => {
      const url = new URL(
        request.url.pathname + request.url.search,
        `http://${request.headers.host}`,
      )
      if (!(await isSignedRight(url, request.method, request.headers, request.body)))
        return response.writeHead(403).end()
      const [, bucketName, ...rest] = url.pathname.split('/')
      if (bucketName !== bucket) return response.writeHead(404).end()
      const key = rest.join('/')
      if (failing.calls > 0) {
        failing.calls -= 1
        // S3 refuses with 503 before it does anything; after a 500 the file may be there.
        if (failing.status !== 503 && request.method === 'PUT') files.set(key, request.body)
        return response.writeHead(failing.status).end()
      }
      if (key === '') return response.end(listing(files, url.searchParams))
      if (request.method === 'PUT') files.set(key, request.body)
      if (request.method === 'DELETE') files.delete(key)
      const file = files.get(key)
      if (request.method === 'DELETE') return response.writeHead(204).end()
      return file
        ? response.end(request.method === 'GET' ? file : '')
        : response.writeHead(404).end()
    })()
  })
  return {
    ...server,
    files,
    /** Answers the next calls with an error. */
    failNext: (calls: number, status = 503) => Object.assign(failing, { calls, status }),
  }
}

const isSignedRight = async (
  url: URL,
  method: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
) => {
  const signedHeaderNames = ['content-type', 'x-amz-date', 'x-amz-content-sha256']
  const signer = new AwsV4Signer({
    ...S3_CREDENTIALS,
    service: 's3',
    region: 'us-east-1',
    method,
    url: url.toString(),
    headers: signedHeaderNames.flatMap((name): [string, string][] => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
    body: body.length > 0 ? new Uint8Array(body) : null,
    datetime: String(headers['x-amz-date']),
  })
  return (await signer.authHeader()) === headers['authorization']
}

const listing = (files: Map<string, Buffer>, query: URLSearchParams) => {
  const keys = [...files.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + PAGE_SIZE)
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${files.get(key)?.length}</Size></Contents>`,
  )
  const next = from + PAGE_SIZE
  const continuation =
    next < keys.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${continuation}</ListBucketResult>`
}
