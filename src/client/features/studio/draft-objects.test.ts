import { describe, expect, it, test } from 'vitest'
import type { DraftItem, Proposal } from '#shared/contract/studio.ts'
import { isDrawn } from '#shared/domain/drawn-item.ts'
import { drawnItem, describeDraftItem } from './draft-objects.ts'
import { isChangedByScanOnly } from './use-draft.ts'

const bag = { products: [{ category: 'bags' }] } as unknown as Proposal
const named = (label: string, category: DraftItem['category'] = null) => ({ label, category })

test.each([
  ['its label', named('olive jacket', 'clothing'), undefined, 'Olive jacket'],
  ['what the publisher wrote, in any script', named(' 帽子 Øre '), bag, '帽子 Øre'],
  ['its category', named('', 'jewelry'), bag, 'Jewelry'],
  ['the category of what looks like it', named('  '), bag, 'Bags'],
  ['its number', named(''), undefined, 'Object 3'],
])('an object is called by %s', (_, item, proposal, name) => {
  expect(describeDraftItem(item, 3, proposal)).toBe(name)
})

it('a drawn object is undecided and has an id of its own', () => {
  const box = { x: 0, y: 0, width: 0.3, height: 0.3 }
  const [one, other] = [drawnItem(box), drawnItem(box)]
  expect(one).toMatchObject({ box, choice: null })
  expect(isDrawn(one)).toBe(true)
  expect(isDrawn({ id: 'lens_1' })).toBe(false)
  expect(one.id).not.toBe(other.id)
})

describe('a newer version of an open draft', () => {
  test.each([
    ['by the scan', { version: 4, scan: 'scanning' }, { version: 5, scan: 'done' }, true],
    [
      'in another tab, while it is scanned',
      { version: 4, scan: 'scanning' },
      { version: 5, scan: 'scanning' },
      false,
    ],
    [
      'by the scan and in another tab',
      { version: 4, scan: 'scanning' },
      { version: 6, scan: 'done' },
      false,
    ],
    [
      'in another tab, after the scan',
      { version: 4, scan: 'done' },
      { version: 5, scan: 'done' },
      false,
    ],
  ] as const)('was changed %s', (_, known, server, isScanOnly) => {
    expect(isChangedByScanOnly(known, server)).toBe(isScanOnly)
  })
})
