import { useParams } from 'react-router'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { DEMO_SHOP_TEXT, NAVIGATION_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'

const nameOf = (host: string) =>
  host.replaceAll(
    /(^|-)([a-z0-9])/g,
    (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`,
  )

/** Where links to the demo's invented shops lead, instead of a domain that does not exist. */
const DemoShopPage = () => {
  const { shop = '' } = useParams()
  const name = nameOf(shop)
  usePageTitle(name)
  return (
    <EmptyState
      isPage
      title={name}
      action={
        <ButtonLink to={paths.celebritySearchResult.href(FEED)}>
          {NAVIGATION_TEXT.trendingFeed}
        </ButtonLink>
      }
    >
      {DEMO_SHOP_TEXT.lead}
      {shop === DEMO_SHOP_TEXT.photoShop && ` ${DEMO_SHOP_TEXT.photoCredit}`}
    </EmptyState>
  )
}

export default DemoShopPage
