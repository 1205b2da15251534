import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { callerGroup } from '#server/core/http/rate-limits.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { BUILD } from '#server/core/installation.ts'
import type { Finder } from '#server/features/finder/index.ts'
import type { Outgoing } from '#server/features/outgoing/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { agentCalls } from '#shared/contract/agents.ts'
import { type AgentCall, type Agents, createAgents } from './agents.service.ts'
import { lookInput, looksInput, peopleInput, showsInput } from './looks.ts'
import { lookupInput, pictureInput, productInput, searchInput, buildUcpProfile } from './ucp.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

const MCP_PATH = '/api/mcp'

type Dependencies = { search: Search; rates: RatesService; outgoing: Outgoing; finder: Finder }

/** The catalogue for AI agents: MCP and the Universal Commerce Protocol. */
export const agentsFeature = (core: Core, features: Dependencies) => {
  const agents = createAgents({ ...core, ...features })
  const agentHandlers: Handlers<typeof agentCalls> = {
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

    'GET /.well-known/ucp': async ({ origin }) => buildUcpProfile(origin + MCP_PATH),
  }

  return {
    feature: {
      routes: [
        // Programs send no Origin header, and their cookies are ignored.
        calls(agentCalls, agentHandlers, 'first'),
        route(
          (app) =>
            app.all(MCP_PATH, () => {
              throw new AppError(405, HTTP_TEXT.onlyPost)
            }),
          'first',
        ),
      ],
    } satisfies Feature,
  }
}

const INSTRUCTIONS = `A catalogue of fashion that celebrities and creators wear, sold by web shops.
Prices are in minor units of their currency. 'metadata.checked_at' says when a shop's page was last
visited, 'metadata.certainty' how sure a price or a match is. An availability that is missing is unknown.`

const READ_ONLY = { readOnlyHint: true, openWorldHint: false }

const UNEXPECTED = 'Something went wrong on our side. Please try again.'

/** The tools of one request; nothing is kept between requests. */
const createServer = (agents: Agents, call: AgentCall, log: Logger) => {
  const server = new McpServer(
    { name: 'wearabouts', title: 'Wearabouts', version: BUILD.version },
    { instructions: INSTRUCTIONS },
  )
  const tool =
    <Input>(run: (input: Input, call: AgentCall) => Promise<Record<string, unknown>>) =>
    async (input: Input): Promise<CallToolResult> => {
      try {
        const structuredContent = await run(input, call)
        const text = JSON.stringify(structuredContent)
        return { structuredContent, content: [{ type: 'text', text }] }
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error }, 'A tool failed')
        const text = error instanceof AppError ? error.message : UNEXPECTED
        return { isError: true, content: [{ type: 'text', text }] }
      }
    }
  const config = <Schema>(description: string, inputSchema: Schema) => ({
    description,
    inputSchema,
    annotations: READ_ONLY,
  })
  server.registerTool(
    'search_catalog',
    config('Search products by words, category and price', searchInput),
    tool(agents.search),
  )
  server.registerTool(
    'lookup_catalog',
    config('Products or variants by their ids', lookupInput),
    tool(agents.lookup),
  )
  server.registerTool(
    'get_product',
    config('One product with its sellers and sizes', productInput),
    tool(agents.product),
  )
  server.registerTool(
    'find_people',
    config('People and creators by name', peopleInput),
    tool(agents.findPeople),
  )
  server.registerTool(
    'find_shows',
    config('Shows, events and tags of looks by name', showsInput),
    tool(agents.findShows),
  )
  server.registerTool(
    'list_looks',
    config('The newest looks, of one person, show or tag, or of everybody', looksInput),
    tool(agents.listLooks),
  )
  server.registerTool(
    'get_look',
    config('One look: its items, who says that they are worn, and their offers', lookInput),
    tool(agents.getLook),
  )
  if (agents.findByPicture === null) return server
  server.registerTool(
    'find_by_picture',
    config('What is worn in a photo, and products like it. The photo is not stored', pictureInput),
    tool(agents.findByPicture),
  )
  return server
}

/** Answers one MCP message. Subscriptions are off: without sessions there is nothing to subscribe to. */
const answerMcp = (
  agents: Agents,
  call: AgentCall,
  { request, body, log }: { request: Request; body: unknown; log: Logger },
): Promise<Response> =>
  createMcpHandler(() => createServer(agents, call, log), {
    maxSubscriptions: 0,
  }).fetch(new Request(request.url, { method: 'POST', headers: request.headers }), {
    parsedBody: body,
  })
