import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Crop counts that make the scripted worker fail in different ways. */
export const SCRIPT = { crash: 666, fail: 500 } as const

export const SCRIPTED_WORKER = pathToFileURL(path.resolve('tests/support/scripted-model-worker.ts'))
