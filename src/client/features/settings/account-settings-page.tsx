import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiKeys } from '#client/account/api-keys.tsx'
import { rememberLanguage } from '#client/account/language.ts'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { clearLocalUser, sessionQuery, useSession } from '#client/account/session.ts'
import { useMethodName } from '#client/account/sign-in.ts'
import { RecentSignInButton, useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { OfflineLists } from '#client/catalog/photo-search/offline-products.tsx'
import { api, buildCallUrl } from '#client/lib/api.ts'
import { getOfferedLanguages } from '#client/lib/initial-data.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { signOutKeepingPreferences } from '#client/lib/preferences.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { PageProblem } from '#client/ui/page-problem.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { toast } from '#client/ui/toast.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { ACCOUNT_ERRORS, ACCOUNT_SETTINGS_TEXT, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { isAllowed, PERMISSION_NAMES, READ_SCOPE, getRole } from '#shared/contract/permissions.ts'
import type { Account, SessionUser } from '#shared/contract/session.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import { OFFLINE_TEXT } from '#shared/offline-messages.ts'
import styles from './account-settings-page.module.css'
import { Devices } from './devices.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { Passkeys } from './passkeys.tsx'
import { SETTINGS_TEXT } from './settings-messages.ts'
import { RichText } from '#client/ui/rich-text.tsx'

const changeSession = (queries: QueryClient, data: Account) =>
  queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, ...data })

/** The sign-in provider's picture, with a button to refresh it. */
const ProfileImage = ({ user }: { user: Account }) => {
  const queries = useQueryClient()
  const refresh = useAction(() => api('POST /api/account/refresh-image'), {
    done: SETTINGS_TEXT.imageUpdated,
    onSuccess: ({ data }) => changeSession(queries, data),
  })
  return (
    <div className="row wrap gap-5">
      <ProfilePhoto user={user} alt={SETTINGS_TEXT.yourPicture} />
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
      changeSession(queries, data)
      setName(data.displayName)
      toast.success(SETTINGS_TEXT.changesSaved)
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
      <TextField
        label={ACCOUNT_SETTINGS_TEXT.email}
        readOnly
        value={user.email ?? SETTINGS_TEXT.noEmail}
      />
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

/** The language of pages, on every device, and of emails. */
const LanguageForm = ({ user }: { user: SessionUser }) => {
  const languages = getOfferedLanguages()
  const save = useMutation({
    mutationFn: (language: string) => api('POST /api/account/language', { body: { language } }),
    onSuccess: (_, language) => {
      rememberLanguage(language)
      // A new page, because its scripts are others.
      const prefix = language === 'en' ? '' : `/${language}`
      window.location.assign(prefix + paths.accountSettings.href())
    },
  })
  return (
    <div className="stack gap-5">
      <p className="quiet">{SETTINGS_TEXT.languageLead}</p>
      <ChoiceField
        label={SETTINGS_TEXT.language}
        options={Object.fromEntries(languages.map(({ code, name }) => [code, name]))}
        value={save.variables ?? user.language ?? LOCALE_TEXT.language}
        onChange={(language) => save.mutate(language)}
      />
      <Problem>{save.error?.message}</Problem>
    </div>
  )
}

/** API keys with which programs act for the user. */
const YourKeys = ({ user }: { user: Account }) => (
  <div className="stack gap-5">
    <p className="quiet">
      <RichText
        text={SETTINGS_TEXT.keysLead}
        tags={{ docs: <Link to="/api/docs" reloadDocument /> }}
      />
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

/** What the call takes, whatever the language in which it was typed. */
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
      loadPage(paths.home.href())
    },
  })
  const exporting = useRecentSignIn('export', () => window.location.assign(EXPORT_URL))
  const isConfirmed = typed.trim().toLowerCase() === SETTINGS_TEXT.confirmation
  return (
    <>
      <p className={styles.text}>{SETTINGS_TEXT.dataLead}</p>
      <ButtonLink
        to={EXPORT_URL}
        reloadDocument
        download
        onClick={(event) => {
          event.preventDefault()
          exporting.start()
        }}
      >
        {SETTINGS_TEXT.downloadData}
      </ButtonLink>
      {exporting.dialog}
      <p className={classNames(styles.text, styles.apart)}>{SETTINGS_TEXT.deletionLead}</p>
      <RecentSignInButton action="delete" run={() => setIsAsking(true)} icon="trash">
        {SETTINGS_TEXT.deleteAccount}
      </RecentSignInButton>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={SETTINGS_TEXT.deleteQuestion}
      >
        <p className={styles.text}>{SETTINGS_TEXT.deleteExplanation}</p>
        <TextField
          label={SETTINGS_TEXT.typeToConfirm(SETTINGS_TEXT.confirmation)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
          problem={remove.error?.message}
        />
        <div className={classNames('row wrap gap-3', styles.actions)}>
          <Button onClick={() => setIsAsking(false)}>{SETTINGS_TEXT.keepAccount}</Button>
          <Button
            variant="primary"
            disabled={!isConfirmed}
            isBusy={remove.isPending || remove.isSuccess}
            onClick={() => remove.mutate()}
          >
            {SETTINGS_TEXT.deletePermanently}
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
      <Part title={SETTINGS_TEXT.profile}>
        <div className="stack gap-6">
          <ProfileImage user={user} />
          <ProfileForm user={user} />
        </div>
      </Part>
      {getOfferedLanguages().length > 0 && (
        <Part title={SETTINGS_TEXT.language}>
          <LanguageForm user={user} />
        </Part>
      )}
      <Part title={SETTINGS_TEXT.linkedAccounts}>
        <LinkedAccounts />
      </Part>
      <Part title={SETTINGS_TEXT.passkeys}>
        <Passkeys />
      </Part>
      <Part title={SETTINGS_TEXT.devices}>
        <Devices />
      </Part>
      <Part title={OFFLINE_TEXT.title}>
        <OfflineLists />
      </Part>
      <Part title={SETTINGS_TEXT.apiKeys}>
        <YourKeys user={user} />
      </Part>
      <Part title={SETTINGS_TEXT.data}>
        <YourData />
      </Part>
    </div>
  )
}

export default AccountSettingsPage
