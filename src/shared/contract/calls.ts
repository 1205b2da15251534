import { adminImportCalls, adminShopCalls } from './admin-catalog.ts'
import { adminPeopleCalls } from './admin-people.ts'
import { adminSearchCalls } from './admin-search.ts'
import { adminSystemCalls } from './admin-system.ts'
import { adminUserCalls } from './admin-users.ts'
import { agentCalls } from './agents.ts'
import { alertCalls, unsubscribeCalls } from './alerts.ts'
import { apiKeyCalls, siteKeyCalls } from './api-keys.ts'
import { boardCalls, followingCalls, sharedBoardCalls } from './boards.ts'
import { catalogCalls, imageCalls, viewCalls } from './catalog.ts'
import { creatorCalls } from './creators.ts'
import { invitationCalls, inviteRequestCalls } from './invitations.ts'
import { liveCalls, myScanCalls, ownProductCalls, uploadCalls } from './library.ts'
import { affiliateCalls, clickCalls } from './outgoing.ts'
import { passkeyCalls } from './passkeys.ts'
import { offlineProductCalls } from './offline-products.ts'
import { productSearchCalls } from './product-search.ts'
import { productLinkCalls } from './products.ts'
import { findCalls, scanCalls } from './scan.ts'
import { searchCalls } from './remote-search.ts'
import { emailSignInCalls, sessionCalls } from './session.ts'
import { siteCalls } from './site.ts'
import { handOverCalls, studioCalls, suggestionCalls } from './studio.ts'
import { syndicationCalls } from './syndication.ts'
import { contactCalls, rateCalls, systemCalls } from './system.ts'
import { noticeCalls, takedownCalls } from './takedown.ts'
import { dataDeletionCalls, setupCalls, userCalls } from './users.ts'
import { answerCalls, visionCalls } from './vision.ts'
import { webhookCalls } from './webhooks.ts'

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
  ...boardCalls,
  ...sharedBoardCalls,
  ...followingCalls,
  ...creatorCalls,
  ...catalogCalls,
  ...viewCalls,
  ...productSearchCalls,
  ...rateCalls,
  ...contactCalls,
  ...uploadCalls,
  ...searchCalls,
  ...scanCalls,
  ...findCalls,
  ...offlineProductCalls,
  ...imageCalls,
  ...visionCalls,
  ...answerCalls,
  ...productLinkCalls,
  ...emailSignInCalls,
  ...passkeyCalls,
  ...apiKeyCalls,
  ...siteKeyCalls,
  ...setupCalls,
  ...adminShopCalls,
  ...syndicationCalls,
  ...adminSearchCalls,
  ...affiliateCalls,
  ...clickCalls,
  ...adminUserCalls,
  ...adminPeopleCalls,
  ...adminImportCalls,
  ...adminSystemCalls,
  ...noticeCalls,
  ...takedownCalls,
  ...siteCalls,
  ...studioCalls,
  ...handOverCalls,
  ...alertCalls,
  ...unsubscribeCalls,
  ...suggestionCalls,
  ...webhookCalls,
  ...agentCalls,
}

export type Calls = typeof allCalls
