// Loaded into the server with --import. SIGUSR2 moves its clock; a provider that must hang never answers.
const JUMPS_MS = [3_600_000, -7_200_000]
const HANGING_HOST = 'serpapi.com'

let offsetMs = 0
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offsetMs)
    else super(...given)
  }

  static now() {
    return RealDate.now() + offsetMs
  }
}
process.on('SIGUSR2', () => {
  offsetMs += JUMPS_MS.shift() ?? 0
})

const realFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (!hostname.endsWith(HANGING_HOST)) return realFetch(input, init)
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal.reason))
  })
}
