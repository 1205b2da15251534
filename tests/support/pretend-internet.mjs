// Loaded into a server under test with `--import`: host names of the internet lead to ports of this
// machine (PRETEND_HOSTS is 'host=port host=port'). The server still looks names up and checks their
// addresses. These hosts have no certificates, so https to them is sent unencrypted.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

const ports = new Map(process.env.PRETEND_HOSTS.split(' ').map((pair) => pair.split('=')))
const PUBLIC_ADDRESS = '93.184.215.14'

const realLookup = dns.lookup
dns.lookup = (name, options, callback) =>
  ports.has(name)
    ? callback(null, [{ address: PUBLIC_ADDRESS, family: 4 }])
    : realLookup(name, options, callback)

const realConnect = Reflect.get(net.Socket.prototype, 'connect')
net.Socket.prototype.connect = function connect(...given) {
  const [options, done] = Array.isArray(given[0]) ? given[0] : given
  if (!ports.has(options?.host)) return realConnect.apply(this, given)
  const { lookup, host, ...rest } = options
  lookup(host, { all: true }, (error) => {
    if (error) this.destroy(error)
    else realConnect.call(this, { ...rest, host: '127.0.0.1', port: Number(ports.get(host)) }, done)
  })
  return this
}

const realTlsConnect = tls.connect
tls.connect = (options, ...rest) => {
  if (!ports.has(options?.host)) return realTlsConnect(options, ...rest)
  const socket = net.connect(options)
  socket.once('connect', () => socket.emit('secureConnect'))
  return socket
}
syncBuiltinESMExports()
