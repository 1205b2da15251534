/** Of an item that a takedown covers. */
export const WITHHELD = 'was removed after a notice and is not imported'

/** A problem with a line of a catalogue file. Errors stop the import, warnings do not. */
export type Problem = { line: number; severity: 'error' | 'warning'; message: string }

const KEPT = 1_000

/** Limits memory for a file with a million broken lines. */
export class ProblemList {
  readonly kept: Problem[] = []
  errors = 0
  warnings = 0

  add(problem: Problem) {
    if (problem.severity === 'error') this.errors += 1
    else this.warnings += 1
    if (this.kept.length < KEPT) this.kept.push(problem)
  }

  error(line: number, message: string) {
    this.add({ line, severity: 'error', message })
  }

  warn(line: number, message: string) {
    this.add({ line, severity: 'warning', message })
  }
}
