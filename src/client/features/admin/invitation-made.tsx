import styles from './admin-page.module.css'

type InvitationMadeProps = {
  /** Whom it is for, if that is known. */
  email?: string
  code: string | null
  link: string | null
  isSent: boolean
}

/** A new invitation: this is the only time its code is known. */
export const InvitationMade = ({ email, code, link, isSent }: InvitationMadeProps) => (
  <div className="stack gap-2">
    {email && <p>{email} is invited.</p>}
    {code && (
      <p>
        Code <strong>{code}</strong>
        {isSent ? ', sent by email.' : '. It is shown only now: pass it on.'}
      </p>
    )}
    {link && <p className={styles.row}>{link}</p>}
  </div>
)
