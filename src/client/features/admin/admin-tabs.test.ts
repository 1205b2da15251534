import { expect, test } from 'vitest'
import { ADMIN_TASKS } from '#shared/domain/admin-tasks.ts'
import { ADMIN_TABS_TEXT } from './admin-messages.ts'
import { ADMIN_GROUPS, chooseTab, findTabs } from './admin-tabs.ts'

test('every tab is in exactly one group', () => {
  const listed = Object.values(ADMIN_GROUPS).flatMap((tabs): readonly string[] => tabs)
  expect(listed.toSorted()).toEqual(Object.keys(ADMIN_TABS_TEXT).toSorted())
})

test.each([
  ['a tab', 'jobs', { group: 'system', name: 'jobs' }],
  ['a group', 'publishing', { group: 'publishing', name: 'site' }],
  ['no hash', '', { group: 'people', name: 'users' }],
  ['something unknown', 'toString', { group: 'people', name: 'users' }],
])('opens %s', (_what, hash, opened) => {
  expect(chooseTab(hash)).toEqual(opened)
})

test('every task leads to a tab', () => {
  for (const { part } of Object.values(ADMIN_TASKS))
    if (part !== null) expect(chooseTab(part).name).toBe(part)
})

test.each([
  ['webhook', ['integrations']],
  ['BACKUP', ['health']],
  ['merge people', ['celebrities']],
  ['invite codes', ['invitations']],
  ['System disk', ['storage']],
  ['toaster', []],
  ['  ', []],
  ['…', []],
])('finds the tabs for ‘%s’', (text, names) => {
  expect(findTabs(text).map(({ name }) => name)).toEqual(names)
})
