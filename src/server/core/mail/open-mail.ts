import type { Connection } from '#server/core/db/query.ts'
import { type Env, mayStandIn } from '#server/core/env.ts'
import { createLocalMail } from './local-mail.ts'
import { createMailStateStore } from './mail-state.store.ts'
import { inTheNameOf, smtpMail, watchMail } from './mail.ts'
import { createSiteName } from '#server/core/site-name.store.ts'

/** By which mail server emails are sent, or where they are shown instead; `mail` is null if nowhere. */
export const openMail = (env: Env, pool: Connection) => {
  const siteName = createSiteName(pool)
  const smtp = env.SMTP_URL
    ? watchMail(
        inTheNameOf(siteName, smtpMail(env.SMTP_URL, env.MAIL_FROM)),
        createMailStateStore(pool),
      )
    : null
  const localMail = !smtp && mayStandIn(env) ? createLocalMail() : null
  return { smtp, localMail, mail: smtp ?? (localMail && inTheNameOf(siteName, localMail.mail)) }
}
