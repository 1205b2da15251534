import type { BodyInput } from '#shared/contract/call.ts'
import type { NoticeKind, noticeCalls } from '#shared/contract/takedown.ts'

/** The filled-in form as the call takes it. */
export const noticeFrom = (
  form: FormData,
  kind: NoticeKind,
): BodyInput<(typeof noticeCalls)['POST /api/notices']> => {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    kind,
    address: text('address'),
    explanation: text('explanation'),
    work: text('work'),
    name: text('name'),
    email: text('email'),
    contact: text('contact'),
    signature: text('signature'),
    // The form cannot be sent without it.
    goodFaith: true,
    authorized: form.has('authorized'),
  }
}
