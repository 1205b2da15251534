import { expect, test, vi } from 'vitest'
import type { Message } from '#server/core/mail/mail.ts'
import { CONTACT_TEXT } from '#shared/site-page-messages.ts'
import { createMailWriter } from '#server/core/mail/write-mail.ts'
import { contactHandlers } from './pages.routes.ts'

const body = {
  name: 'Ada Lune',
  email: 'ada@example.com',
  phone: '',
  message: 'The coat is not hers.\nRegards',
}
const inEnglish = { writeMail: createMailWriter([]), languageOfEmail: async () => null }
type Handler = ReturnType<typeof contactHandlers>['POST /api/contact']
const call = { body } as Parameters<Handler>[0]

test('a message goes to the address of the operator, with whom to answer', async () => {
  const send = vi.fn<(message: Message) => Promise<void>>(async () => undefined)
  const take = vi.fn(async () => null)
  const to = 'hello@wear.example'
  const handlers = contactHandlers({
    mail: { send },
    to: async () => to,
    limits: { take },
    ...inEnglish,
  })
  await handlers['POST /api/contact'](call)
  expect(send).toHaveBeenCalledWith({
    to,
    subject: 'Wearabouts: message from the contact form',
    text: 'Ada Lune, ada@example.com writes:',
    quoted: body.message,
  })
})

test('nobody floods the mailbox, whoever they are', async () => {
  const send = vi.fn(async () => undefined)
  const limits = { take: async () => 60 }
  const to = async () => 'hello@wear.example'
  const handlers = contactHandlers({ mail: { send }, to, limits, ...inEnglish })
  await expect(handlers['POST /api/contact'](call)).rejects.toMatchObject({ status: 429 })
  expect(send).not.toHaveBeenCalled()
})

test('without an address nothing is sent, in the words of the specification', async () => {
  const limits = { take: async () => null }
  const mail = { send: async () => undefined }
  for (const parts of [null, { mail, to: async () => null, limits, ...inEnglish }])
    await expect(contactHandlers(parts)['POST /api/contact'](call)).rejects.toThrow(
      CONTACT_TEXT.notYetFunctional,
    )
})
