import * as httpMessages from '#server/core/http/http-messages.ts'
import * as webMessages from '#server/core/web/web-messages.ts'
import * as accountMailMessages from '#server/features/accounts/account-mail-messages.ts'
import * as accountServiceMessages from '#server/features/accounts/account-service-messages.ts'
import * as adminMailMessages from '#server/features/admin/admin-mail-messages.ts'
import * as alertMailMessages from '#server/features/alerts/alert-mail-messages.ts'
import * as boardsMessages from '#server/features/boards/boards-messages.ts'
import * as browseMessages from '#server/features/browse/browse-messages.ts'
import * as attributeValueMessages from '#server/features/catalog/description/attribute-value-messages.ts'
import * as finderServiceMessages from '#server/features/finder/finder-service-messages.ts'
import * as pictureMessages from '#server/features/images/picture-messages.ts'
import * as feedMessages from '#server/features/ingest/feed-messages.ts'
import * as ingestMessages from '#server/features/ingest/ingest-messages.ts'
import * as libraryMessages from '#server/features/library/library-messages.ts'
import * as moderationMessages from '#server/features/moderation/moderation-messages.ts'
import * as outgoingMessages from '#server/features/outgoing/outgoing-messages.ts'
import * as pageMessages from '#server/features/pages/page-messages.ts'
import * as searchMessages from '#server/features/search/search-messages.ts'
import * as siteMessages from '#server/features/site/site-messages.ts'
import * as studioServiceMessages from '#server/features/studio/studio-service-messages.ts'
import * as webhookMessages from '#server/features/webhooks/webhook-messages.ts'
import * as visionMessages from '#server/vision/vision-messages.ts'
import * as accentMessages from '#shared/accent-messages.ts'
import * as accountMessages from '#shared/account-messages.ts'
import * as adminTaskMessages from '#shared/admin-task-messages.ts'
import * as alertMessages from '#shared/alert-messages.ts'
import * as attributeMessages from '#shared/attribute-messages.ts'
import * as boardMessages from '#shared/board-messages.ts'
import * as celebrityMessages from '#shared/celebrity-messages.ts'
import * as colourMessages from '#shared/colour-messages.ts'
import * as creatorMessages from '#shared/creator-messages.ts'
import * as demoShopMessages from '#shared/demo-shop-messages.ts'
import * as feedQuestionMessages from '#shared/feed-question-messages.ts'
import * as finderMessages from '#shared/finder-messages.ts'
import * as followingMessages from '#shared/following-messages.ts'
import * as keyMessages from '#shared/key-messages.ts'
import * as localeMessages from '#shared/locale-messages.ts'
import * as lookMessages from '#shared/look-messages.ts'
import * as messages from '#shared/messages.ts'
import * as objectLabelMessages from '#shared/object-label-messages.ts'
import * as objectMessages from '#shared/object-messages.ts'
import * as offlineMessages from '#shared/offline-messages.ts'
import * as productMessages from '#shared/product-messages.ts'
import * as productPageMessages from '#shared/product-page-messages.ts'
import * as requestMessages from '#shared/request-messages.ts'
import * as retentionMessages from '#shared/retention-messages.ts'
import * as sitePageMessages from '#shared/site-page-messages.ts'
import * as sortMessages from '#shared/sort-messages.ts'
import * as studioMessages from '#shared/studio-messages.ts'
import * as suggestionMessages from '#shared/suggestion-messages.ts'
import * as syndicationMessages from '#shared/syndication-messages.ts'
import * as topicMessages from '#shared/topic-messages.ts'
import * as vocabularyMessages from '#shared/vocabulary-messages.ts'

/** All message modules that the server may read. Written by `npm run messages`. */
export const MESSAGE_MODULES: readonly object[] = [
  httpMessages,
  webMessages,
  accountMailMessages,
  accountServiceMessages,
  adminMailMessages,
  alertMailMessages,
  boardsMessages,
  browseMessages,
  attributeValueMessages,
  finderServiceMessages,
  pictureMessages,
  feedMessages,
  ingestMessages,
  libraryMessages,
  moderationMessages,
  outgoingMessages,
  pageMessages,
  searchMessages,
  siteMessages,
  studioServiceMessages,
  webhookMessages,
  visionMessages,
  accentMessages,
  accountMessages,
  adminTaskMessages,
  alertMessages,
  attributeMessages,
  boardMessages,
  celebrityMessages,
  colourMessages,
  creatorMessages,
  demoShopMessages,
  feedQuestionMessages,
  finderMessages,
  followingMessages,
  keyMessages,
  localeMessages,
  lookMessages,
  messages,
  objectLabelMessages,
  objectMessages,
  offlineMessages,
  productMessages,
  productPageMessages,
  requestMessages,
  retentionMessages,
  sitePageMessages,
  sortMessages,
  studioMessages,
  suggestionMessages,
  syndicationMessages,
  topicMessages,
  vocabularyMessages,
]
