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
        <output>You are now an administrator of this site.</output>
        <ButtonLink variant="primary" to={paths.admin.href()}>
          Go to Administration
        </ButtonLink>
      </>
    )
  return (
    <>
      <p>
        You are signed in as <strong>{name}</strong>. This account will be able to manage users,
        invitations and shops.
      </p>
      <Problem>{claim.error?.message}</Problem>
      <Button variant="primary" isBusy={claim.isPending} onClick={() => claim.mutate()}>
        Become administrator
      </Button>
    </>
  )
}

const SetupPage = () => {
  usePageTitle(SETUP_MESSAGES.title)
  const { isPending, data: isOpen = false, error } = useSetup()
  const session = useSession()
  return (
    <NarrowPage title={SETUP_MESSAGES.title} lead="Every site needs someone who administers it.">
      {(isPending || session.isChecking) && <Spinner size={24} />}
      <Problem>{error?.message}</Problem>
      {!isPending && !isOpen && (
        <p>
          Open the link that the server printed when it started, or run{' '}
          <code>npm run admin -- setup-link</code> on the server for a new one.
        </p>
      )}
      {isOpen && session.user && <Claim name={session.user.email ?? session.user.displayName} />}
      {isOpen && !session.user && !session.isChecking && (
        <>
          <p>The link is valid. Sign in with the account that will administer this site.</p>
          <ButtonLink variant="primary" to={paths.login.href({ redirect: paths.setup.href() })}>
            Sign in
          </ButtonLink>
        </>
      )}
    </NarrowPage>
  )
}

export default SetupPage
