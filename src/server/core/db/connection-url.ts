/** The modes that have the same meaning in node-postgres and in PostgreSQL's own clients. */
const SSL_MODES = new Set(['disable', 'require', 'verify-ca', 'verify-full'])

/** Null if the address can be used, otherwise what is wrong with it. */
export const problemWithUrl = (url: string): string | null => {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must start with postgres:// or postgresql://'
  if (!URL.canParse(url)) return 'must be an address like postgres://user:password@host/database'
  const query = new URL(url).searchParams
  const mode = query.get('sslmode')
  if (mode !== null && !SSL_MODES.has(mode))
    return `must have one of these values as sslmode: ${[...SSL_MODES].join(', ')}`
  if (mode === 'verify-ca' && !query.has('sslrootcert'))
    return 'needs sslrootcert with sslmode=verify-ca: any public authority would vouch for anyone'
  return null
}

/** node-postgres alone would treat `require` and `verify-ca` like `verify-full`. */
export const withStandardSslModes = (url: string): string => {
  if (!/[?&]sslmode=/.test(url) || url.includes('uselibpqcompat=')) return url
  return `${url}&uselibpqcompat=true`
}
