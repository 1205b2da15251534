import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The crop counts at which the scripted worker misbehaves. */
export const SCRIPT = { crash: 666, fail: 500 } as const

export const SCRIPTED_WORKER = pathToFileURL(path.resolve('tests/support/scripted-model-worker.ts'))
