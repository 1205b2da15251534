import { ADMIN_COUNT_TEXT } from '#shared/admin-task-messages.ts'
import type { AdminTask } from '#shared/contract/admin-system.ts'
import { buildTaskHref, formatTaskTitle } from '#shared/domain/admin-tasks.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { ADMIN_MAIL_TEXT } from './admin-mail-messages.ts'

export const composeTestMail = () => ({
  subject: ADMIN_MAIL_TEXT.testSubject,
  text: ADMIN_MAIL_TEXT.test,
})

/** A digest, or an immediate one about the first serious task. */
export const composeTaskMail = (
  kind: 'digest' | 'serious',
  tasks: readonly AdminTask[],
  origin: string,
) => {
  const [first] = tasks
  const subject = kind === 'serious' && first ? formatTaskTitle(first) : ADMIN_COUNT_TEXT.thingsToDo
  return {
    subject: ADMIN_MAIL_TEXT.subject(subject),
    text: [
      ...tasks.map((task) => {
        const link = origin + LOCALE_TEXT.prefix + buildTaskHref(task.kind)
        return `${formatTaskTitle(task)}${task.detail ? `\n${task.detail}` : ''}\n${link}`
      }),
      ADMIN_MAIL_TEXT.reason,
    ].join('\n\n'),
  }
}
