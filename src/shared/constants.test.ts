import { describe, expect, test } from 'vitest'
import { INVITE, PROFILE_PICTURE } from './account-constants.ts'
import { BACK_ARROW, CATALOG, GRID, LAYOUT, SLIDESHOW, TEXT_LIMITS } from './constants.ts'
import { DETECTION, DETECTION_SEARCH, MANUAL_BOX, SHOPPING_SEARCH } from './finder-constants.ts'
import { CSV, PROMISES } from './site-constants.ts'
import { DIGITAL_ITEM_WORDS } from './domain/detection-rules.ts'
import { KNOWN_BRANDS, PRODUCT_NAME } from './domain/search-terms.ts'
import { RATE_LIMITS } from './rate-limits.ts'

describe('business constants and limits', () => {
  test.each<[string, unknown, unknown]>([
    ['invite code length 6', INVITE.codeLength, 6],
    ['invite session 24 hours', INVITE.sessionMs, 86_400_000],
    ['invite status cache 10 minutes', INVITE.statusCacheMs, 600_000],
    ['invite status cache key', INVITE.statusCacheKey, 'invite_status_cache_v1'],
    ['memory cache of catalog results 5 minutes', CATALOG.memoryCacheMs, 300_000],
    ['product grid page size 12', GRID.productPageSize, 12],
    ['image tile page size 12', GRID.tilePageSize, 12],
    ['load more within 100 px (product grid)', GRID.productSentinelPx, 100],
    ['load more within 0 px (results)', GRID.tileSentinelPx, 0],
    ['combined results chunked in 100 entries', CATALOG.combinedChunkSize, 100],
    ['feed refetched if fewer than 2000', CATALOG.feedRefetchBelowEntries, 2_000],
    ['mobile breakpoint max-width 600 px', LAYOUT.mobileMaxWidthPx, 600],
    ['product name truncation 35 (mobile)', TEXT_LIMITS.productNameMobile, 35],
    ['product name truncation 60 (desktop)', TEXT_LIMITS.productNameDesktop, 60],
    ['tile name 60', TEXT_LIMITS.tileName, 60],
    ['names listed: 10 desktop', TEXT_LIMITS.namesDesktop, 10],
    ['names listed: 5 mobile', TEXT_LIMITS.namesMobile, 5],
    ['slideshow interval 2400 ms', SLIDESHOW.intervalMs, 2_400],
    ['wheel throttle 300 ms', SLIDESHOW.wheelThrottleMs, 300],
    ['back-arrow fallback 500 ms', BACK_ARROW.fallbackMs, 500],
    ['mobile scroll offset 300 px', LAYOUT.mobileScrollOffsetPx, 300],
    ['profile picture size 500x500', PROFILE_PICTURE, { widthPx: 500, heightPx: 500 }],
    ['default currency USD', DETECTION.defaultCurrency, 'USD'],
    ['default confidence 0.9', DETECTION.defaultConfidence, 0.9],
    ['lens confidence starts at 0.9', DETECTION.lensConfidenceFirst, 0.9],
    ['lens confidence falls by 0.05', DETECTION.lensConfidenceStep, 0.05],
    ['shopping results from 0.8', DETECTION.shoppingConfidenceMin, 0.8],
    ['shopping results to 1.0', DETECTION.shoppingConfidenceMax, 1],
    ['shopping search default limit 10', SHOPPING_SEARCH.defaultLimit, 10],
    ['per-title limit 5', SHOPPING_SEARCH.perTitleLimit, 5],
    ['only the first result is processed', SHOPPING_SEARCH.processedResults, 1],
    ['up to 3 search terms per detection', DETECTION_SEARCH.terms, 3],
    ['3 results per term', DETECTION_SEARCH.resultsPerTerm, 3],
    ['at most 10 shown', DETECTION_SEARCH.maxResults, 10],
    ['completeness score 0 to 3', DETECTION_SEARCH.maxCompletenessScore, 3],
    ['product name keeps up to 6 words', PRODUCT_NAME.words, 6],
    ['4 words if longer', PRODUCT_NAME.wordsOfLongTitle, 4],
    ['longer than 50 characters', PRODUCT_NAME.longTitleChars, 50],
    ['a known brand list of 20 names', new Set(KNOWN_BRANDS).size, 20],
    ['ten digital-item words', new Set(DIGITAL_ITEM_WORDS).size, 10],
    ['manual box: 30% of container size', MANUAL_BOX.shareOfContainer, 0.3],
    ['manual box: confidence 0.5', MANUAL_BOX.confidence, 0.5],
    ['manual box: default category clothing', MANUAL_BOX.category, 'clothing'],
    ['manual box: minimum resize 10 pixels', MANUAL_BOX.minSize, 10],
    ['minimum age 13', PROMISES.minimumAgeYears, 13],
    ['deletion within 7 business days', PROMISES.deletionBusinessDays, 7],
    ['a reply within 24 hours', PROMISES.contactReplyHours, 24],
    ['CSV: 10 MB local chunk', CSV.localChunkBytes, 10_485_760],
  ])('%s', (_rule, actual, expected) => {
    expect(actual).toEqual(expected)
  })
})

test('a guessed invite code costs more tries than anyone is given in its life', () => {
  const codes = INVITE.codeAlphabet.length ** INVITE.codeLength
  const days = INVITE.codeLifeMs / RATE_LIMITS.inviteTriesDaily.windowMs
  expect(codes / (days * RATE_LIMITS.inviteTriesDaily.calls)).toBeGreaterThan(1_000_000)
})
