import { describe, expect, it, test } from 'vitest'
import type { DraftBox, DraftItem, Proposal } from '#shared/contract/studio.ts'
import { isDrawn } from '#shared/domain/drawn-item.ts'
import { drawnItem, describeDraftItem, listDraftOffers } from './draft-objects.ts'
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

describe('what may also be in the photo', () => {
  const handbag = { kind: 'bag', box: { x: 0.5, y: 0.5, width: 0.25, height: 0.25 } }
  const belt = { kind: 'belt', box: { x: 0.2, y: 0.4, width: 0.25, height: 0.05 } }

  test('is offered until it is added', () => {
    const kinds = (...items: DraftBox[]) =>
      listDraftOffers(
        [handbag, belt],
        items.map((box) => ({ box })),
      ).map(({ kind }) => kind)
    expect(kinds()).toEqual(['bag', 'belt'])
    expect(kinds(belt.box)).toEqual(['bag'])
    expect(kinds(belt.box, { ...handbag.box, width: 0.3 })).toEqual([])
  })
})
