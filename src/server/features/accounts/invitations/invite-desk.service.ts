import { paths } from '#shared/paths.ts'
import type { Sms } from '#server/core/mail/sms.ts'
import type { InvitationsStore, InviteFor, InviteRow } from './invitations.store.ts'
import type { InviteSecrets } from './invite-secrets.ts'

type Parts = { store: InvitationsStore; secrets: InviteSecrets; sms: Sms; publicUrl: string }

const TRIES = 5
const MOST_LISTED = 1000

export const inviteState = (invite: InviteRow, now = new Date()) => {
  if (invite.revoked_at) return 'revoked'
  if (invite.used_at) return 'used'
  return invite.expires_at > now ? 'open' : 'expired'
}

/** For commands and administrators: the only place that shows an invitation in clear, and only once. */
export const createInviteDeskService = ({ store, secrets, sms, publicUrl }: Parts) => {
  const profileLink = (email: string, code: string) =>
    `${publicUrl}${paths.profile.href()}?${new URLSearchParams({ email, code }).toString()}`

  return {
    /** `createdBy` is null for a command. */
    createCode: async (invitee: InviteFor, createdBy: string | null = null) => {
      // Codes may collide, rarely: try again.
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const code = secrets.makeCode()
        const id = await store.create('code', secrets.hashCode(code), invitee, createdBy)
        if (id === null) continue
        const link = invitee.email ? profileLink(invitee.email, code) : null
        if (invitee.phone) await sms.send(invitee.phone, `Your Wearabouts invitation code: ${code}`)
        return { id, code, link }
      }
      throw new Error('No free code was found')
    },

    createRef: async (invitee: InviteFor & { email: string }) => {
      const ref = secrets.makeRef()
      const id = await store.create('ref', secrets.hashRef(ref), invitee)
      const link = publicUrl + paths.login.href({ ref })
      if (invitee.phone) await sms.send(invitee.phone, `Your Wearabouts invitation: ${link}`)
      return { id, link }
    },

    list: () => store.list(null, MOST_LISTED),
    page: store.list,
    revoke: (id: string) => store.revoke(id),
  }
}
export type InviteDesk = ReturnType<typeof createInviteDeskService>
