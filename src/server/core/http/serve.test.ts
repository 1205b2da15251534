import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkReply, checkResponse } from './serve.ts'

const schema = z.object({
  user: z.object({ name: z.string(), email: z.string().optional() }),
  tags: z.array(z.object({ id: z.number() })),
  rates: z.record(z.string(), z.number()),
})
const REPLY = { user: { name: 'Ada' }, tags: [{ id: 1 }], rates: { EUR: 1 } }

test('a reply may have what its contract declares', () => {
  expect(() => checkReply(schema, REPLY)).not.toThrow()
  expect(() => checkReply(schema, { ...REPLY, hidden: undefined })).not.toThrow()
  expect(() => checkReply('image/*', { anything: true })).not.toThrow()
})

test.each([
  [{ ...REPLY, token: 'secret' }, 'reply.token'],
  [{ ...REPLY, user: { name: 'Ada', password_hash: 'x' } }, 'reply.user.password_hash'],
  [{ ...REPLY, tags: [{ id: 1 }, { id: 2, owner: 'ada' }] }, 'reply.tags.1.owner'],
])('a reply with an undeclared key is refused', async (reply, path) => {
  expect(() => checkReply(schema, reply)).toThrow(path)
  await expect(checkResponse(schema, Response.json(reply))).rejects.toThrow(path)
})

test('a response that is refused, or no JSON, is not checked', async () => {
  await checkResponse(schema, Response.json({ message: 'No' }, { status: 409 }))
  await checkResponse(schema, new Response('text'))
})
