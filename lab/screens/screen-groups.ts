import { accountScreens } from './account-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { browseScreens } from './browse-screens.ts'
import { finderScreens } from './finder-screens.ts'
import { studioScreens } from './studio-screens.ts'

/** Every screen and state. */
export const SCREEN_GROUPS = {
  browse: browseScreens,
  account: accountScreens,
  studio: studioScreens,
  admin: adminScreens,
  finder: finderScreens,
}
