import type { IncomingMessage } from 'node:http'

const LOOPBACK = /^(127\.|::ffff:127\.|::1$)/
const FORWARDING =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-(cluster-)?client-ip|true-client-ip|x-original-.*|cf-.*)$/

/**
 * Whether the request comes from this machine and not through a proxy on it. Proxies that add no
 * header often speak HTTP/1.0 to us, as nginx does by default; browsers never do.
 */
export const isDirectRequest = ({ socket, headers, httpVersion }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  httpVersion !== '1.0' &&
  !Object.keys(headers).some((name) => FORWARDING.test(name))
