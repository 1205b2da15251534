import { adminImportCalls } from './admin-imports.ts'
import { adminShopCalls } from './admin-shops.ts'
import { adminSystemCalls } from './admin-system.ts'
import { adminUserCalls } from './admin-users.ts'
import { answerCalls } from './answers.ts'
import { catalogCalls, imageCalls } from './catalog.ts'
import { contactCalls } from './contact.ts'
import { dataDeletionCalls, setupCalls, userCalls } from './users.ts'
import { emailSignInCalls } from './email-sign-in.ts'
import { findCalls } from './find.ts'
import { invitationCalls, inviteRequestCalls } from './invitations.ts'
import { liveCalls, myScanCalls, ownProductCalls, uploadCalls } from './library.ts'
import { passkeyCalls } from './passkeys.ts'
import { productSearchCalls } from './product-search.ts'
import { productLinkCalls } from './product-links.ts'
import { rateCalls } from './rates.ts'
import { scanCalls } from './scan.ts'
import { searchCalls } from './search.ts'
import { sessionCalls } from './session.ts'
import { systemCalls } from './system.ts'
import { noticeCalls, takedownCalls } from './takedown.ts'
import { visionCalls } from './vision.ts'

/** Every call of the API. Routes, client, tests and the OpenAPI page are derived from this. */
export const allCalls = {
  ...systemCalls,
  ...sessionCalls,
  ...userCalls,
  ...dataDeletionCalls,
  ...invitationCalls,
  ...inviteRequestCalls,
  ...ownProductCalls,
  ...myScanCalls,
  ...liveCalls,
  ...catalogCalls,
  ...productSearchCalls,
  ...rateCalls,
  ...contactCalls,
  ...uploadCalls,
  ...searchCalls,
  ...scanCalls,
  ...findCalls,
  ...imageCalls,
  ...visionCalls,
  ...answerCalls,
  ...productLinkCalls,
  ...emailSignInCalls,
  ...passkeyCalls,
  ...setupCalls,
  ...adminShopCalls,
  ...adminUserCalls,
  ...adminImportCalls,
  ...adminSystemCalls,
  ...noticeCalls,
  ...takedownCalls,
}

export type Calls = typeof allCalls
