import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiKeys } from '#client/account/api-keys.tsx'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { clearLocalUser, sessionQuery, useSession } from '#client/account/session.ts'
import { useMethodName } from '#client/account/sign-in.ts'
import { RecentSignInButton, useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { OfflineLists } from '#client/catalog/photo-search/offline-products.tsx'
import { api, buildCallUrl } from '#client/lib/api.ts'
import { signOutKeepingPreferences } from '#client/lib/preferences.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, PageProblem, TextField } from '#client/ui/form.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { toast } from '#client/ui/toast.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { ACCOUNT_ERRORS, ACCOUNT_SETTINGS_TEXT, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { isAllowed, PERMISSION_NAMES, READ_SCOPE, getRole } from '#shared/contract/permissions.ts'
import type { Account } from '#shared/contract/session.ts'
import { paths } from '#shared/paths.ts'
import { OFFLINE_TEXT } from '#shared/product-messages.ts'
import styles from './account-settings-page.module.css'
import { Devices } from './devices.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { Passkeys } from './passkeys.tsx'

/** The sign-in provider's picture, with a button to refresh it. */
const ProfileImage = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const refresh = useAction(() => api('POST /api/account/refresh-image'), {
    done: 'Profile image updated',
    onSuccess: ({ data }) => queries.setQueryData(sessionQuery.queryKey, data),
  })
  return (
    <div className="row wrap gap-5">
      <ProfilePhoto user={user} alt="You" />
      <Button icon="refresh" isBusy={refresh.isPending} onClick={() => refresh.mutate()}>
        {ACCOUNT_SETTINGS_TEXT.refreshImage}
      </Button>
    </div>
  )
}

/** Saving is enabled only when the name differs from the current one. */
export const canSaveName = (typed: string, current: string) =>
  typed.trim() !== '' && typed.trim() !== current

const ProfileForm = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const nameOf = useMethodName()
  const [name, setName] = useState(user.displayName)
  const save = useMutation({
    mutationFn: () => api('PATCH /api/account', { body: { displayName: name } }),
    onSuccess: ({ data }) => {
      queries.setQueryData(sessionQuery.queryKey, data)
      setName(data.displayName)
      toast.success('Changes saved')
    },
  })
  return (
    <Form className="stack gap-5" onSubmit={() => save.mutate()}>
      <TextField
        label={ACCOUNT_SETTINGS_TEXT.displayName}
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        onChange={setName}
        problem={save.error?.message}
      />
      {getRole(user) === 'creator' && (
        <p className="quiet small">
          {ACCOUNT_SETTINGS_TEXT.pageKeepsName}{' '}
          <Link to={paths.ownCreatorPage.href()}>{ACCOUNT_SETTINGS_TEXT.changePageName}</Link>
        </p>
      )}
      <TextField label={ACCOUNT_SETTINGS_TEXT.email} readOnly value={user.email ?? 'None'} />
      <TextField label={ACCOUNT_SETTINGS_TEXT.accountType} readOnly value={nameOf(user.provider)} />
      <Button
        type="submit"
        variant="primary"
        className="start"
        disabled={!canSaveName(name, user.displayName)}
        isBusy={save.isPending}
      >
        {ACCOUNT_SETTINGS_TEXT.saveChanges}
      </Button>
    </Form>
  )
}

/** API keys with which programs act for the user. */
const YourKeys = ({ user }: { user: Account }) => (
  <div className="stack gap-5">
    <p className="quiet">
      Scripts and apps use a key to act for you, within what you allow it.{' '}
      <a href="/api/docs">API documentation</a>
    </p>
    <ApiKeys
      owner={{
        name: 'account',
        scopes: [
          READ_SCOPE,
          ...PERMISSION_NAMES.filter(
            (scope) => scope !== 'browse' && isAllowed(getRole(user), scope),
          ),
        ],
        list: async (signal) => (await api('GET /api/account/keys', { signal })).data.keys,
        create: async (body) => (await api('POST /api/account/keys', { body })).data,
        revoke: (id) => api('DELETE /api/account/keys/:id', { params: { id } }),
      }}
    />
  </div>
)

const CONFIRMATION = 'delete my account'
const EXPORT_URL = buildCallUrl('GET /api/account/export')

/** Data export and account deletion, as promised on the policy page. */
const YourData = () => {
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () =>
      signOutKeepingPreferences(() =>
        api('DELETE /api/account', { body: { confirm: CONFIRMATION } }),
      ),
    onSuccess: () => {
      clearLocalUser()
      window.location.assign(paths.home.href())
    },
  })
  const exporting = useRecentSignIn('export', () => window.location.assign(EXPORT_URL))
  const isConfirmed = typed.trim().toLowerCase() === CONFIRMATION
  return (
    <>
      <p className={styles.text}>
        Download everything we keep about you as a JSON file: your account, your saved products, the
        products you added, your alerts and your scans.
      </p>
      <ButtonLink
        to={EXPORT_URL}
        reloadDocument
        download
        onClick={(event) => {
          event.preventDefault()
          exporting.start()
        }}
      >
        Download my data
      </ButtonLink>
      {exporting.dialog}
      <p className={classNames(styles.text, styles.apart)}>
        Deleting your account removes all of this at once, including pictures. This cannot be
        undone.
      </p>
      <RecentSignInButton action="delete" run={() => setIsAsking(true)} icon="trash">
        Delete my account
      </RecentSignInButton>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title="Delete your account?">
        <p className={styles.text}>
          This deletes your account, your saved products, the products you added, your scans and
          your pictures. It cannot be undone.
        </p>
        <TextField
          label={`Type “${CONFIRMATION}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
          problem={remove.error?.message}
        />
        <div className={classNames('row wrap gap-3', styles.actions)}>
          <Button onClick={() => setIsAsking(false)}>Keep my account</Button>
          <Button
            variant="primary"
            disabled={!isConfirmed}
            isBusy={remove.isPending || remove.isSuccess}
            onClick={() => remove.mutate()}
          >
            Delete permanently
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <div>{children}</div>
  </section>
)

/** Messages for the errors with which a provider's page returns. */
const PROBLEMS: Record<string, string> = {
  [LOGIN_ERRORS.linkingFailedCode]: LOGIN_ERRORS.linkingFailed,
  [ACCOUNT_ERRORS.notConfirmedCode]: ACCOUNT_ERRORS.notConfirmed,
}

const AccountSettingsPage = () => {
  usePageTitle(ACCOUNT_SETTINGS_TEXT.title)
  const { user } = useSession()
  const [query] = useSearchParams()
  const problem = PROBLEMS[query.get('error') ?? '']
  // The guard admits only signed-in users; there is none for a moment while signing out.
  if (!user) return null
  return (
    <div className={classNames('page', styles.page)}>
      <PageHead title={ACCOUNT_SETTINGS_TEXT.title} />
      {problem && <PageProblem className={styles.problem}>{problem}</PageProblem>}
      <Part title="Profile">
        <div className="stack gap-6">
          <ProfileImage user={user} />
          <ProfileForm user={user} />
        </div>
      </Part>
      <Part title="Linked accounts">
        <LinkedAccounts />
      </Part>
      <Part title="Passkeys">
        <Passkeys />
      </Part>
      <Part title="Your devices">
        <Devices />
      </Part>
      <Part title={OFFLINE_TEXT.title}>
        <OfflineLists />
      </Part>
      <Part title="API keys">
        <YourKeys user={user} />
      </Part>
      <Part title="Your data">
        <YourData />
      </Part>
    </div>
  )
}

export default AccountSettingsPage
