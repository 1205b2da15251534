import { ButtonLink } from '#client/ui/button.tsx'
import { HOME_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

/** The way on from a list without results. */
export const AllCelebrities = () => (
  <ButtonLink to={paths.allCelebrities.href()}>{HOME_TEXT.viewAllCelebrities}</ButtonLink>
)
