import { type CallToolResult, createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import { AppError } from '#server/core/http/errors.ts'
import { BUILD } from '#server/core/version.ts'
import type { AgentCall, Agents } from './agents.service.ts'
import { lookupInput, pictureInput, productInput, searchInput } from './ucp.ts'

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
  if (agents.findByPicture === null) return server
  server.registerTool(
    'find_by_picture',
    config('What is worn in a photo, and products like it. The photo is not stored', pictureInput),
    tool(agents.findByPicture),
  )
  return server
}

/** Answers one MCP message. Subscriptions are off: without sessions there is nothing to subscribe to. */
export const answerMcp = (
  agents: Agents,
  call: AgentCall,
  { request, body, log }: { request: Request; body: unknown; log: Logger },
): Promise<Response> =>
  createMcpHandler(() => createServer(agents, call, log), {
    maxSubscriptions: 0,
  }).fetch(new Request(request.url, { method: 'POST', headers: request.headers }), {
    parsedBody: body,
  })
