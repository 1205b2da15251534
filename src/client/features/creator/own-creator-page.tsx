import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState, FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { ownPageQuery } from './own-page-query.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

/** Leads to the creator's page under its current name. */
const OwnCreatorPage = () => {
  usePageTitle(NAVIGATION_TEXT.yourPage)
  const query = useQuery(ownPageQuery)
  if (query.isError) return <QueryError title={CREATOR_TEXT.ownNotLoaded} query={query} />
  if (query.isPending) return <FullPageSpinner message={UI_TEXT.loading} />
  if (query.data) return <Navigate replace to={paths.creator.href(query.data.name)} />
  return (
    <EmptyState
      isPage
      title={CREATOR_TEXT.noPageYet}
      action={<ButtonLink to={paths.studio.href()}>{NAVIGATION_TEXT.studio}</ButtonLink>}
    >
      {CREATOR_TEXT.noPageYetHint}
    </EmptyState>
  )
}

export default OwnCreatorPage
