import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionQuery, useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { useHashSecret } from '#client/lib/use-hash-secret.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Problem } from '#client/ui/form.tsx'
import { Spinner } from '#client/ui/icon.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { SETUP_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import { SETUP_TEXT } from './setup-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'

/** Opens the setup with the secret of the link, or asks whether it was opened before. */
const useSetup = () => {
  const token = useHashSecret(paths.setup.href())
  return useQuery({
    queryKey: ['setup', token],
    queryFn: async ({ signal }) => {
      if (token === null) return (await api('GET /api/setup', { signal })).data.isOpen
      await api('POST /api/setup/open', { body: { token }, signal })
      return true
    },
    retry: false,
    staleTime: Infinity,
  })
}

const Claim = ({ name }: { name: string }) => {
  const queries = useQueryClient()
  const claim = useMutation({
    mutationFn: () => api('POST /api/setup/claim'),
    onSuccess: () => queries.invalidateQueries(sessionQuery),
  })
  if (claim.isSuccess)
    return (
      <>
        <output>{SETUP_TEXT.done}</output>
        <ButtonLink variant="primary" to={paths.admin.href()}>
          {SETUP_TEXT.goToAdministration}
        </ButtonLink>
      </>
    )
  return (
    <>
      <p>
        <RichText text={SETUP_TEXT.signedInAs(escapeTags(name))} tags={{ b: <strong /> }} />
      </p>
      <Problem>{claim.error?.message}</Problem>
      <Button variant="primary" isBusy={claim.isPending} onClick={() => claim.mutate()}>
        {SETUP_TEXT.becomeAdministrator}
      </Button>
    </>
  )
}

const SetupPage = () => {
  usePageTitle(SETUP_MESSAGES.title)
  const { isPending, data: isOpen = false, error } = useSetup()
  const session = useSession()
  return (
    <NarrowPage title={SETUP_MESSAGES.title} lead={SETUP_TEXT.lead}>
      {(isPending || session.isChecking) && <Spinner size={24} />}
      <Problem>{error?.message}</Problem>
      {!isPending && !isOpen && (
        <p>
          <RichText text={SETUP_TEXT.needsLink} tags={{ code: <code /> }} />
        </p>
      )}
      {isOpen && session.user && <Claim name={session.user.email ?? session.user.displayName} />}
      {isOpen && !session.user && !session.isChecking && (
        <>
          <p>{SETUP_TEXT.needsSignIn}</p>
          <ButtonLink variant="primary" to={paths.login.href({ redirect: paths.setup.href() })}>
            {SETUP_TEXT.signIn}
          </ButtonLink>
        </>
      )}
    </NarrowPage>
  )
}

export default SetupPage
