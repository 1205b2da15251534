import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { sessionQuery, useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Spinner } from '#client/ui/icon.tsx'
import { NarrowPage } from '#client/ui/page-head.tsx'
import { SETUP_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'

const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await api('GET /api/setup', { signal })).data.isOpen,
})

/** Takes the link's secret out of the address, so that it stays in no history. */
const useOpenedLink = () => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const opening = useMutation({
    mutationFn: (token: string) => api('POST /api/setup/open', { body: { token } }),
    onSuccess: () => queries.setQueryData(setupQuery.queryKey, true),
  })
  const open = useEffectEvent((token: string) => {
    opening.mutate(token)
    void navigate(paths.setup.href(), { replace: true })
  })
  useEffect(() => {
    if (hash.length > 1) open(hash.slice(1))
  }, [hash])
  const known = useQuery({ ...setupQuery, enabled: hash === '' && opening.isIdle })
  return {
    isChecking: opening.isPending || (opening.isIdle && known.isPending),
    isOpen: known.data === true,
    problem: opening.error?.message ?? known.error?.message ?? null,
  }
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
      <p className="problem" role="alert">
        {claim.error?.message}
      </p>
      <Button variant="primary" isBusy={claim.isPending} onClick={() => claim.mutate()}>
        Become administrator
      </Button>
    </>
  )
}

const SetupPage = () => {
  usePageTitle(SETUP_MESSAGES.title)
  const { isChecking, isOpen, problem } = useOpenedLink()
  const session = useSession()
  return (
    <NarrowPage title={SETUP_MESSAGES.title} lead="Every site needs someone who administers it.">
      {(isChecking || session.isChecking) && <Spinner size={24} />}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {!isChecking && !isOpen && (
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
