import type { answerCalls } from '#shared/contract/answers.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Answers } from './answers.service.ts'

export const answerHandlers = (answers: Answers): Handlers<typeof answerCalls> => ({
  'POST /api/answers': async ({ body: { embedding, count, ...refinement }, user }) =>
    succeeded(await answers.answer(embedding, refinement, count, user?.uid)),

  'POST /api/answers/counts': async ({ body: { embedding, ...refinement }, user }) =>
    succeeded(await answers.counts(embedding, refinement, user?.uid)),
})
