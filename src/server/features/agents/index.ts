import type { Core } from '#server/core/core.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { callerGroup } from '#server/core/http/rate-limits.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Finder } from '#server/features/finder/index.ts'
import type { Outgoing } from '#server/features/outgoing/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { FIND } from '#shared/constants.ts'
import { agentCalls } from '#shared/contract/agents.ts'
import { type Agents, createAgents } from './agents.service.ts'
import { createAgentsStore } from './agents.store.ts'
import { answerMcp } from './mcp.ts'
import { ucpProfile } from './ucp.ts'

const MCP_PATH = '/api/mcp'

const agentHandlers = (agents: Agents): Handlers<typeof agentCalls> => ({
  'POST /api/mcp': async ({ body, request, user, origin, address, log, count }) => {
    const uid = user?.uid ?? null
    const call = {
      origin,
      uid,
      visitor: uid ?? callerGroup(address),
      signal: request.signal,
      countPicture: async (isFetched: boolean) => {
        await count('find')
        if (isFetched) await count('findAddress')
      },
    }
    return answerMcp(agents, call, { request, body, log })
  },

  'GET /.well-known/ucp': async ({ origin }) => ucpProfile(origin + MCP_PATH),
})

type Dependencies = { search: Search; rates: RatesService; outgoing: Outgoing; finder: Finder }

/** The catalogue for AI agents: MCP and the Universal Commerce Protocol. */
export const agentsFeature = (
  { pool, env }: Core,
  { search, rates, outgoing, finder }: Dependencies,
) => {
  const agents = createAgents({
    store: createAgentsStore(pool),
    search: search.productSearch,
    rates: rates.current,
    rules: outgoing.rules,
    scans: finder.scans,
    isFinderPublic: env.PUBLIC_FINDER,
    waitForTurn: (visitor, signal, work) =>
      finder.queue.reserve(visitor, FIND.perAddress).run(
        {
          signal: AbortSignal.any([signal, AbortSignal.timeout(FIND.maxMs)]),
          onPosition: () => undefined,
        },
        work,
      ),
    fetchPicture: finder.uploads.copyFrom,
    decode: finder.decode,
  })
  return {
    feature: {
      routes: [
        // Programs send no Origin header, and their cookies are ignored.
        calls(agentCalls, agentHandlers(agents), 'first'),
        route(
          (app) =>
            app.all(MCP_PATH, () => {
              throw new AppError(405, 'Send messages with POST: there are no sessions')
            }),
          'first',
        ),
      ],
    } satisfies Feature,
  }
}
