import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; endsAt: number }

/** Sign-ins in progress at the stand-in; they may be lost with the process. */
const entries = new Map<string, Entry>()
const MAX_ENTRIES = 10_000

export class MemoryAdapter implements Adapter {
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  #key(id: string) {
    return `${this.#kind}:${id}`
  }

  #read(key: string) {
    const entry = entries.get(key)
    return entry && entry.endsAt > Date.now() ? entry.payload : undefined
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number) {
    const [oldest] = entries.keys()
    if (entries.size >= MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    entries.set(this.#key(id), { payload, endsAt: Date.now() + expiresIn * 1000 })
  }

  async find(id: string) {
    return this.#read(this.#key(id))
  }

  async findByUid(uid: string) {
    for (const key of entries.keys()) {
      const payload = key.startsWith(`${this.#kind}:`) ? this.#read(key) : undefined
      if (payload?.uid === uid) return payload
    }
    return undefined
  }

  /** For the device flow, which is off. */
  async findByUserCode() {
    return undefined
  }

  async consume(id: string) {
    const payload = this.#read(this.#key(id))
    if (payload) payload['consumed'] = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string) {
    entries.delete(this.#key(id))
  }

  async revokeByGrantId(grantId: string) {
    for (const [key, { payload }] of entries)
      if (payload['grantId'] === grantId) entries.delete(key)
  }
}
