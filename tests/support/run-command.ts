import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs `npm run NAME -- ARGS` without npm. */
export const runCommand = async (
  name: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<CommandResult> => {
  const command = ['scripts/command.mjs', `cli/${name}`, ...args]
  const env = { ...process.env, ...settings }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, command, { env })) }
  } catch (error) {
    return error as CommandResult
  }
}
