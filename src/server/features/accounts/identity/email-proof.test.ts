import { expect, test } from 'vitest'
import { createEmailProof } from './email-proof.ts'

const proof = createEmailProof('secret', false)
const NOW = 1_000_000
const headersOf = (line: string) => new Headers({ cookie: line.split(';')[0] ?? '' })

test('says for ten minutes which address was verified', () => {
  const headers = headersOf(proof.write('ada@example.com', NOW))
  expect(proof.read(headers, NOW + 599_000)).toBe('ada@example.com')
  expect(proof.read(headers, NOW + 600_000)).toBeNull()
})

test('cannot be forged or prolonged', () => {
  const line = proof.write('ada@example.com', NOW)
  const [email = '', until = '', signature = ''] = (line.split(';')[0] ?? '').split('.').slice(1)
  const other = Buffer.from('bela@example.com').toString('base64url')
  for (const value of [
    `${other}.${until}.${signature}`,
    `${email}.${Number(until) + 1}.${signature}`,
    `${email}.${until}.`,
    '',
  ])
    expect(proof.read(headersOf(`wearabouts.email_proof=${value}`), NOW)).toBeNull()
  const foreign = createEmailProof('another secret', false).write('ada@example.com', NOW)
  expect(proof.read(headersOf(foreign), NOW)).toBeNull()
  expect(proof.read(new Headers(), NOW)).toBeNull()
})
