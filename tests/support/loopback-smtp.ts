import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type ReceivedMail = { from: string; to: string[]; text: string }

const addressIn = (line: string) => /<(.*?)>/.exec(line)?.[1] ?? ''

/** Quoted-printable bodies have soft line breaks and escaped characters. */
const decodePart = (message: string) => {
  const [head = '', ...rest] = message.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return `${head}\n\n${Buffer.from(body, 'base64').toString()}`
  if (!/quoted-printable/i.test(head)) return message
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString()}`
}

/** The parts of a message one after another, each with its headers. */
const decodeMessage = (message: string) => {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1]
  const parts = boundary === undefined ? [message] : message.split(`--${boundary}`)
  return parts.map(decodePart).join('\n')
}

/** A mail server that keeps what it receives, on its own port of this machine. */
export const startLoopbackSmtp = async () => {
  const received: ReceivedMail[] = []
  let isRefusing = false
  let isDown = false
  const sockets = new Set<Socket>()
  const talk = (socket: Socket) => {
    let mail: ReceivedMail = { from: '', to: [], text: '' }
    let isData = false
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO' || verb === 'HELO') say('250 loopback')
      else if (verb === 'MAIL') {
        mail = { from: addressIn(line), to: [], text: '' }
        say('250 ok')
      } else if (verb === 'RCPT') {
        mail.to.push(addressIn(line))
        say(isRefusing ? '550 no such mailbox' : '250 ok')
      } else if (verb === 'DATA') {
        isData = true
        say('354 go on')
      } else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else say('250 ok')
    }
    say('220 loopback')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      while (isData ? rest.includes('\r\n.\r\n') : rest.includes('\r\n')) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const piece = rest.slice(0, rest.indexOf(end))
        rest = rest.slice(piece.length + end.length)
        if (isData) {
          isData = false
          // A dot at the start of a line was doubled, so that it does not end the message.
          received.push({ ...mail, text: decodeMessage(piece.replaceAll('\r\n..', '\r\n.')) })
          say('250 kept')
        } else hear(piece)
      }
    })
  }
  const server = createServer((socket) => {
    if (isDown) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return talk(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuse: (isOn: boolean) => {
      isRefusing = isOn
    },
    /** Takes no connections. */
    goDown: (isOn: boolean) => {
      isDown = isOn
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
