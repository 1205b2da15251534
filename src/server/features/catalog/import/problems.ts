/** Something about a line of a catalogue file. An error stops the import, a warning does not. */
export type Problem = { line: number; severity: 'error' | 'warning'; message: string }

const KEPT = 1_000

/** A file of a million broken lines must not become a million messages in memory. */
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
