import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { NOTICE } from '#shared/constants.ts'
import type { NoticeKind } from '#shared/contract/takedown.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { Confirmation } from './confirmation.tsx'
import { noticeFrom } from './notice-from.ts'
import { ReceivedNotice } from './received-notice.tsx'
import styles from './report-page.module.css'

const KINDS: Record<NoticeKind, string> = {
  copyright: 'It infringes a copyright',
  trademark: 'It infringes a trademark, or is counterfeit',
  privacy: 'It violates somebody’s privacy or right to their own image',
  'child-abuse': 'It shows the sexual abuse of a child',
  other: 'It is illegal for another reason',
}
const isKind = (value: string): value is NoticeKind => Object.hasOwn(KINDS, value)

/** A notice as DSA Article 16 and DMCA section 512(c) describe it. */
const ReportPage = () => {
  usePageTitle(NAVIGATION_TEXT.report)
  const about = useLocation().hash.slice(1)
  const [kind, setKind] = useState<NoticeKind>('copyright')
  const send = useMutation({
    mutationFn: async (form: HTMLFormElement) =>
      (await api('POST /api/notices', { body: noticeFrom(new FormData(form), kind) })).data,
  })
  const isCopyright = kind === 'copyright'
  const isNamed = kind !== 'child-abuse'
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send.mutate(event.currentTarget)
  }
  if (send.data) return <ReceivedNotice {...send.data} />
  return (
    <div className={styles.page}>
      <PageHead
        title={NAVIGATION_TEXT.report}
        lead="Report a look, picture or product that should not be here. A person reads every report."
      />
      <form className="stack gap-5" onSubmit={handleSubmit}>
        <TextField
          label="What is wrong with it?"
          options={KINDS}
          value={kind}
          onChange={({ target: { value } }) => isKind(value) && setKind(value)}
        />
        <TextField
          label="Address of the page or picture on this site"
          name="address"
          required
          maxLength={NOTICE.addressChars}
          autoComplete="off"
          defaultValue={about && window.location.origin + about}
        />
        {isCopyright && (
          <TextField
            label="Which work is it? Describe it, or give an address where it is published"
            name="work"
            rows={3}
            required
            maxLength={NOTICE.explanationChars}
          />
        )}
        <TextField
          label="Explain why it is illegal"
          name="explanation"
          rows={5}
          required
          maxLength={NOTICE.explanationChars}
        />
        <TextField
          label={isNamed ? 'Your name' : 'Your name (optional)'}
          name="name"
          required={isNamed}
          maxLength={NOTICE.nameChars}
          autoComplete="name"
        />
        <TextField
          label={isNamed ? 'Your email' : 'Your email (optional)'}
          name="email"
          type="email"
          required={isNamed}
          autoComplete="email"
        />
        {isCopyright && (
          <TextField
            label="Your postal address or telephone number (optional)"
            name="contact"
            maxLength={NOTICE.nameChars}
            autoComplete="street-address"
          />
        )}
        <Confirmation name="goodFaith">
          I believe in good faith that what I say here is accurate and complete
          {isCopyright && ', and that the use is not permitted by the owner, its agent or the law'}.
        </Confirmation>
        {isCopyright && (
          <>
            <Confirmation name="authorized">
              Under penalty of perjury: I own the right, or may act for its owner.
            </Confirmation>
            <TextField
              label="Signature: type your full name"
              name="signature"
              required
              maxLength={NOTICE.nameChars}
              autoComplete="off"
            />
          </>
        )}
        {send.error && (
          <p className="problem" role="alert">
            {send.error.message}
          </p>
        )}
        <Button type="submit" variant="primary" className="start" isBusy={send.isPending}>
          Send notice
        </Button>
      </form>
    </div>
  )
}

export default ReportPage
