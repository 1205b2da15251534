import { expect, test } from 'vitest'
import { z } from 'zod'
import type { CallDefinition } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'

/**
 * What keeps the lists of a reply short where neither the contract, a page nor a rate limit of the call does.
 * Whoever adds such a list says here why reading it whole cannot keep the server from others.
 */
const BOUNDS: Record<string, string> = {
  'GET /api/account/keys': 'LIMIT 100',
  'GET /api/account/passkeys': 'PASSKEYS.maxPerUser',
  'GET /api/account/providers': 'providers of this site',
  'GET /api/alerts': 'ALERTS.perSubscriber and maxPendingListed',
  'GET /api/home': 'one for everybody, kept in memory',
  'GET /api/image': 'MAX_PRODUCTS_IN_IMAGE',
  'GET /api/my-clicks': 'totals of so many days',
  'GET /api/my-creator-page': 'CREATOR_PAGE.looks and BOARDS.perUser',
  'GET /api/people/:name': 'the most worn few',
  'GET /api/product/:id': 'MAX_OFFERS, MAX_COLORS and MAX_CHANGES',
  'GET /api/products/:id/worn-by': 'MAX_WORN_BY',
  'GET /api/sign-in/providers': 'providers of this site',
  'GET /api/studio/drafts/:id': 'DRAFT.items and proposals',
  'GET /api/studio/drafts/:id/preview': 'DRAFT.items',
  'GET /api/studio/editors': 'LIMIT 200',
  'POST /api/studio/known-photos': 'no more than were sent',
}

type JsonSchema = Record<string, unknown>
const schemasIn = ({ anyOf, oneOf, properties, items, additionalProperties }: JsonSchema) =>
  [anyOf, oneOf, Object.values(properties ?? {}), items, additionalProperties]
    .flat()
    .filter((inner): inner is JsonSchema => typeof inner === 'object' && inner !== null)

const hasOpenList = (schema: JsonSchema): boolean =>
  (schema['type'] === 'array' && schema['maxItems'] === undefined) ||
  schemasIn(schema).some(hasOpenList)

const isOpen = ({ reply, permission, limit, query }: CallDefinition) =>
  typeof reply !== 'string' &&
  // Administrators operate the server.
  permission !== 'administer' &&
  (limit === undefined || limit === null) &&
  !(query && 'after' in query.shape) &&
  hasOpenList(z.toJSONSchema(reply, { unrepresentable: 'any' }))

test('every list that a call returns is bounded by its contract, pages, a rate limit, or for a reason', () => {
  const open = Object.entries(allCalls as Record<string, CallDefinition>)
    .filter(([, call]) => isOpen(call))
    .map(([key]) => key)
  expect(open.toSorted()).toEqual(Object.keys(BOUNDS).toSorted())
})
