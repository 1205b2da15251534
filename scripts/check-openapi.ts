// Lints the OpenAPI document that the server writes at /api/openapi.json.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describeApi } from '#server/features/pages/openapi.ts'
import { allCalls } from '#shared/contract/calls.ts'

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // A test parses every example with the contract itself, at a third of the processor time.
    'no-invalid-media-type-examples': 'off',
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-4xx-response': 'error',
    // '/api/products/{id}/similar' and '/api/products/…' are told apart by their words.
    'no-ambiguous-paths': 'off',
    'no-identical-paths': 'error',
  },
})
const problems = await lintFromString({
  source: JSON.stringify(describeApi(allCalls)),
  absoluteRef: 'openapi.json',
  config,
})
for (const { ruleId, message, location } of problems)
  console.error(`${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
process.exit(problems.length === 0 ? 0 : 1)
