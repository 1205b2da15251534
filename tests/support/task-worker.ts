import { answerTasks } from '#server/core/concurrency/task-threads.ts'

export type TestTask = {
  type: 'answer' | 'throw' | 'loop' | 'fill' | 'exit' | 'count'
  to?: number
}

answerTasks<TestTask, number, number>(async ({ type, to = 0 }, send) => {
  if (type === 'throw') throw new RangeError('Not today')
  if (type === 'exit') process.exit(3)
  if (type === 'loop') for (;;);
  const kept: unknown[] = []
  if (type === 'fill') for (;;) kept.push({ kept })
  for (let number = 1; number <= to; number += 1) await send(number)
  return process.pid
})
