import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

type ReceivedNoticeProps = { reference: string; isConfirmed: boolean }

export const ReceivedNotice = ({ reference, isConfirmed }: ReceivedNoticeProps) => (
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
