import { access, constants, mkdir } from 'node:fs/promises'
import { SettingsError } from '#server/core/env.ts'
import { codeOf } from '#server/core/error-code.ts'

/** Creates the data folder, and checks that the server can write to it. */
export const ensureDataDir = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const reason = codeOf(cause) || String(cause)
    throw new SettingsError(`DATA_DIR must be a folder that the server can write to (${reason})`, {
      cause,
    })
  }
}
