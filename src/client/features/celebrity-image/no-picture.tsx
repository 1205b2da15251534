import type { ReactNode } from 'react'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'

type NoPictureProps = { title: string; children: ReactNode }

export const NoPicture = ({ title, children }: NoPictureProps) => {
  usePageTitle('Picture not found')
  return (
    <EmptyState
      isPage
      title={title}
      action={
        <ButtonLink to={paths.celebritySearchResult.href(FEED)}>
          {NAVIGATION_TEXT.trendingFeed}
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}
