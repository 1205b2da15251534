import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { AdminOverview } from '#shared/contract/admin-system.ts'
import { SystemFacts, TaskList } from './health-tab.tsx'

const OVERVIEW: AdminOverview = {
  version: '1.2.3',
  revision: null,
  tasks: [],
  ready: { status: 'ok' },
  servers: [],
  vision: { inServers: 1, separate: 0 },
  database: { version: '18.4', isEmbedded: true, connections: 4, limit: 100 },
  search: null,
  storage: { isShared: false, problem: null },
  mail: null,
  backup: { at: null, problem: null, isScheduled: false },
}

const render = (changes: Partial<AdminOverview>) => {
  const overview = { ...OVERVIEW, ...changes }
  const queries = new QueryClient()
  queries.setQueryData(['admin', 'overview'], overview)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/admin']}>
        <TaskList isOpen />
        <hr />
        <SystemFacts overview={overview} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const [tasks = '', facts = ''] = html.split('<hr/>')
  return { tasks, facts: facts.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') }
}

describe('the list of things to do', () => {
  test('is not shown while nothing waits', () => {
    expect(render({}).tasks).toBe('')
  })

  test('leads from each task to the tab where it is done', () => {
    const { tasks } = render({
      tasks: [
        {
          kind: 'mail',
          count: 1,
          detail: 'The mail server could not be reached.',
          isSerious: true,
        },
        { kind: 'feeds', count: 2, detail: 'Linen & Co: It is empty.', isSerious: false },
      ],
    })
    expect(tasks).toMatch(/href="\/admin#health"[^>]*>Email can’t be sent</)
    expect(tasks).toMatch(/href="\/admin#shops"[^>]*>2 feeds failed</)
    expect(tasks).toContain('The mail server could not be reached.')
  })
})

describe('the facts about the site', () => {
  test('say what is not set up', () => {
    const { facts } = render({})
    expect(facts).toContain('Version 1.2.3')
    expect(facts).toContain('PostgreSQL 18.4 (embedded), 4 of 100 connections')
    expect(facts).toContain('Not set up (SMTP_URL)')
    expect(facts).toContain('None recorded, and none scheduled (BACKUP_EVERY)')
    expect(facts).toContain('1 in this server')
    expect(facts).not.toContain('Send a test email')
  })

  test('say what fails and why, and which servers are down', () => {
    const { facts } = render({
      revision: 'abc1234',
      vision: { inServers: 0, separate: 1 },
      mail: { problem: 'The mail server could not be reached.', sentAt: null },
      backup: { at: null, problem: 'The disk is full.', isScheduled: true },
      servers: [
        {
          name: 'web-2',
          state: 'down',
          lastSeenAt: '2026-05-01T10:00:00Z',
          version: '1.2.2',
          problem: null,
          disk: { freeBytes: 2.5e9, sizeBytes: 80e9 },
        },
      ],
    })
    expect(facts).toContain('1.2.3 (abc1234)')
    expect(facts).toContain('1 separate worker')
    expect(facts).toContain('The mail server could not be reached.')
    expect(facts).toContain('Send a test email')
    expect(facts).toContain('None yet The disk is full.')
    expect(facts).toMatch(/web-2 1\.2\.2, 2\.5 GB of 80 GB free Down/)
  })
})
