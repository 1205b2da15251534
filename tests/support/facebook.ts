import { createHmac } from 'node:crypto'

/** What Facebook sends in place of its user: `signature.payload`. */
export const createSignedRequest = (payload: object, appSecret: string): string => {
  const encodedPayload = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', appSecret).update(encodedPayload).digest('base64url')}.${encodedPayload}`
}
