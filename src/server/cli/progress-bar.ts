const WIDTH = 30
const REDRAW_MS = 100

/** One updating line in a terminal; elsewhere one line per step, so that logs stay readable. */
export const createProgressBar = (output: NodeJS.WriteStream) => {
  let shownAt = 0
  let shownStep = ''
  return {
    show(share: number, step: string, detail: string) {
      if (!output.isTTY) {
        if (step !== shownStep) output.write(`${step}\n`)
        shownStep = step
        return
      }
      if (step === shownStep && Date.now() - shownAt < REDRAW_MS) return
      shownAt = Date.now()
      shownStep = step
      const filled = Math.round(Math.min(1, share) * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      output.write(`\r\u001B[K${bar} ${Math.round(share * 100)} % ${step} ${detail}`)
    },
    end() {
      if (output.isTTY) output.write('\r\u001B[K')
    },
  }
}
