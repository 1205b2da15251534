import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Checkbox, ChoiceField, TextField } from '#client/ui/fields.tsx'
import { type FieldText, Form, Problem } from '#client/ui/form.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { NOTICE } from '#shared/site-constants.ts'
import type { NoticeKind } from '#shared/contract/takedown.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './site-pages.module.css'
import { REPORT_TEXT } from './report-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'

type ReceivedNoticeProps = { reference: string; isConfirmed: boolean }

const ReceivedNotice = ({ reference, isConfirmed }: ReceivedNoticeProps) => (
  <div aria-live="polite">
    <EmptyState
      isPage
      title={REPORT_TEXT.thanks}
      action={<ButtonLink to={paths.home.href()}>{NAVIGATION_TEXT.home}</ButtonLink>}
    >
      <RichText
        text={
          isConfirmed
            ? REPORT_TEXT.confirmedReference(escapeTags(reference))
            : REPORT_TEXT.reference(escapeTags(reference))
        }
        tags={{ b: <strong /> }}
      />
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
      <PageHead title={NAVIGATION_TEXT.report} lead={REPORT_TEXT.lead} />
      <Form className="stack gap-5" onSubmit={(text) => send.mutate(text)}>
        <ChoiceField
          label={REPORT_TEXT.kind}
          options={REPORT_TEXT.kinds}
          value={kind}
          onChange={setKind}
        />
        <TextField
          label={REPORT_TEXT.address}
          name="address"
          required
          maxLength={NOTICE.addressChars}
          autoComplete="off"
          defaultValue={about && window.location.origin + about}
        />
        {isCopyright && (
          <TextField
            label={REPORT_TEXT.work}
            name="work"
            rows={3}
            required
            maxLength={NOTICE.explanationChars}
          />
        )}
        <TextField
          label={REPORT_TEXT.explanation}
          name="explanation"
          rows={5}
          required
          maxLength={NOTICE.explanationChars}
        />
        <TextField
          label={isNamed ? REPORT_TEXT.name : REPORT_TEXT.nameOptional}
          name="name"
          required={isNamed}
          maxLength={NOTICE.nameChars}
          autoComplete="name"
        />
        <TextField
          label={isNamed ? REPORT_TEXT.email : REPORT_TEXT.emailOptional}
          name="email"
          type="email"
          required={isNamed}
          autoComplete="email"
        />
        {isCopyright && (
          <TextField
            label={REPORT_TEXT.contact}
            name="contact"
            maxLength={NOTICE.nameChars}
            autoComplete="street-address"
          />
        )}
        <Checkbox
          name="goodFaith"
          required
          label={isCopyright ? REPORT_TEXT.goodFaithOfOwner : REPORT_TEXT.goodFaith}
        />
        {isCopyright && (
          <>
            <Checkbox name="authorized" required label={REPORT_TEXT.perjury} />
            <TextField
              label={REPORT_TEXT.signature}
              name="signature"
              required
              maxLength={NOTICE.nameChars}
              autoComplete="off"
            />
          </>
        )}
        <Problem>{send.error?.message}</Problem>
        <Button type="submit" variant="primary" className="start" isBusy={send.isPending}>
          {REPORT_TEXT.send}
        </Button>
      </Form>
    </div>
  )
}

export default ReportPage
