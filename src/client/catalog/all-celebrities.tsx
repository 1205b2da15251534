import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { HOME_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

/** The way on from a list without results. */
export const AllCelebrities = () => (
  <ButtonLink to={paths.allCelebrities.href()}>{HOME_TEXT.viewAllCelebrities}</ButtonLink>
)

type NoOneCalledProps = { names: readonly string[]; isPage?: boolean }

/** Instead of a list, if none of the names is in the catalogue. */
export const NoOneCalled = ({ names, isPage = false }: NoOneCalledProps) => (
  <EmptyState title={RESULTS_TEXT.empty} isPage={isPage} action={<AllCelebrities />}>
    {RESULTS_TEXT.noOneCalled(namesHeader(names, true))}
  </EmptyState>
)
