// Loaded into a server under test with `--import`: one host name of the internet leads to a port of
// this machine. The server still looks the name up and checks its address.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const { PRETEND_HOST: host, PRETEND_PORT: port } = process.env
const PUBLIC_ADDRESS = '93.184.215.14'

const realLookup = dns.lookup
dns.lookup = (name, options, callback) =>
  name === host
    ? callback(null, [{ address: PUBLIC_ADDRESS, family: 4 }])
    : realLookup(name, options, callback)

const realConnect = Reflect.get(net.Socket.prototype, 'connect')
net.Socket.prototype.connect = function connect(...given) {
  const [options, done] = Array.isArray(given[0]) ? given[0] : given
  if (options?.host !== host) return realConnect.apply(this, given)
  const { lookup, ...rest } = options
  lookup(host, { all: true }, (error) => {
    if (error) this.destroy(error)
    else realConnect.call(this, { ...rest, host: '127.0.0.1', port: Number(port) }, done)
  })
  return this
}
syncBuiltinESMExports()
