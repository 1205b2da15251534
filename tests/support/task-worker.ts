import { handleTasks } from '#server/core/concurrency/threads.ts'

export type TestTask = {
  type: 'answer' | 'throw' | 'loop' | 'fill' | 'exit' | 'count'
  to?: number
}

handleTasks<TestTask, number, number>(async ({ type, to = 0 }, send) => {
  if (type === 'throw') throw new RangeError('Not today')
  if (type === 'exit') process.exit(3)
  if (type === 'loop') for (;;);
  const allocations: unknown[] = []
  if (type === 'fill') for (;;) allocations.push({ kept: allocations })
  for (let number = 1; number <= to; number += 1) await send(number)
  return process.pid
})
