import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import {
  Checkbox,
  ChoiceField,
  type FieldText,
  Form,
  Problem,
  TextField,
} from '#client/ui/form.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { NOTICE } from '#shared/site-constants.ts'
import type { NoticeKind } from '#shared/contract/takedown.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './site-pages.module.css'

const KINDS: Record<NoticeKind, string> = {
  copyright: 'It infringes a copyright',
  trademark: 'It infringes a trademark, or is counterfeit',
  privacy: 'It violates somebody’s privacy or right to their own image',
  'child-abuse': 'It shows the sexual abuse of a child',
  other: 'It is illegal for another reason',
}

type ReceivedNoticeProps = { reference: string; isConfirmed: boolean }

const ReceivedNotice = ({ reference, isConfirmed }: ReceivedNoticeProps) => (
  <div aria-live="polite">
    <EmptyState
      isPage
      title="Thank you for your notice"
      action={<ButtonLink to={paths.home.href()}>{NAVIGATION_TEXT.home}</ButtonLink>}
    >
      Its reference is <strong>{reference}</strong>.{' '}
      {isConfirmed
        ? 'We sent you a confirmation by email, and will tell you what we decide.'
        : 'Please keep the reference, in case you want to ask about it.'}
    </EmptyState>
  </div>
)

/** A notice as DSA Article 16 and DMCA section 512(c) describe it. */
const ReportPage = () => {
  usePageTitle(NAVIGATION_TEXT.report)
  const about = useLocation().hash.slice(1)
  const [kind, setKind] = useState<NoticeKind>('copyright')
  const send = useMutation({
    mutationFn: async (text: FieldText) =>
      (
        await api('POST /api/notices', {
          body: {
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
            authorized: text('authorized') !== '',
          },
        })
      ).data,
  })
  const isCopyright = kind === 'copyright'
  const isNamed = kind !== 'child-abuse'
  if (send.data) return <ReceivedNotice {...send.data} />
  return (
    <div className={classNames('page', styles.report)}>
      <PageHead
        title={NAVIGATION_TEXT.report}
        lead="Report a look, picture or product that should not be here. A person reads every report."
      />
      <Form className="stack gap-5" onSubmit={(text) => send.mutate(text)}>
        <ChoiceField
          label="What is wrong with it?"
          options={KINDS}
          value={kind}
          onChange={setKind}
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
        <Checkbox
          name="goodFaith"
          required
          label={`I believe in good faith that what I say here is accurate and complete${isCopyright ? ', and that the use is not permitted by the owner, its agent or the law' : ''}.`}
        />
        {isCopyright && (
          <>
            <Checkbox
              name="authorized"
              required
              label="Under penalty of perjury: I own the right, or may act for its owner."
            />
            <TextField
              label="Signature: type your full name"
              name="signature"
              required
              maxLength={NOTICE.nameChars}
              autoComplete="off"
            />
          </>
        )}
        <Problem>{send.error?.message}</Problem>
        <Button type="submit" variant="primary" className="start" isBusy={send.isPending}>
          Send notice
        </Button>
      </Form>
    </div>
  )
}

export default ReportPage
