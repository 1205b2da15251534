import { type CSSProperties, useId, useState } from 'react'
import { Link } from 'react-router'
import { RecentSignInButton } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { handleFiles, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { SiteMark } from '#client/ui/site-mark.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { SITE_TEXT } from '#shared/account-messages.ts'
import { SITE } from '#shared/site-constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { ChecklistStep, siteCalls, SiteSettings } from '#shared/contract/site.ts'
import { findAccentProblem, createAccentTheme } from '#shared/domain/accent.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { ActionButton, useAdminAction, useAdminQuery } from './admin-parts.tsx'
import pageStyles from './admin-page.module.css'
import styles from './site-tab.module.css'
import { SITE_TAB_TEXT } from './site-tab-messages.ts'

type Overview = ReplyOf<(typeof siteCalls)['GET /api/admin/site']>['data']

/** The page of a step that is not taken on this tab. */
const STEP_LINKS: Partial<Record<ChecklistStep, string>> = {
  editor: `${paths.admin.href()}#users`,
  look: paths.studio.href(),
}

/** From an empty site to the first published look. */
const Checklist = ({ checklist }: Pick<Overview, 'checklist'>) => {
  const doneCount = checklist.filter(({ isDone }) => isDone).length
  if (doneCount === checklist.length) return null
  return (
    <section className={styles.checklist} aria-labelledby="checklist">
      <h2 id="checklist">{SITE_TEXT.checklist(doneCount, checklist.length)}</h2>
      <ol>
        {checklist.map(({ step, isDone }) => {
          const link = isDone ? undefined : STEP_LINKS[step]
          return (
            <li key={step} className={classNames('row gap-3', isDone && 'quiet')}>
              <span className={styles.mark} data-done={isDone || undefined}>
                {isDone && <Icon name="check" size={16} />}
              </span>
              {link ? <Link to={link}>{SITE_TEXT.steps[step]}</Link> : SITE_TEXT.steps[step]}
              {isDone && <span className="visually-hidden">{SITE_TEXT.done}</span>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const DEFAULT_ACCENT = '#d7263d'

type Preview = Pick<SiteSettings, 'name' | 'logo' | 'accent'>

/** The header and a button as visitors will see them, in both themes. */
const LivePreview = ({ name, logo, accent }: Preview) => (
  <figure className={styles.previews} aria-label={SITE_TEXT.preview}>
    {(['light', 'dark'] as const).map((theme) => {
      const shades = createAccentTheme(accent ?? DEFAULT_ACCENT)[theme]
      const colors = { '--preview-accent': shades.accent, '--preview-on': shades.onAccent }
      return (
        <div
          key={theme}
          className={styles.preview}
          data-theme={theme}
          style={colors as CSSProperties}
        >
          <span className={styles.wordmark}>
            <SiteMark name={name || PRODUCT_TITLE} logo={logo} />
          </span>
          <span className={styles.sample}>{SITE_TEXT.sample}</span>
        </div>
      )
    })}
  </figure>
)

const LogoField = ({ logo }: { logo: string | null }) => {
  const id = useId()
  const send = useAdminAction((file: File) => {
    const form = new FormData()
    form.set('image', file)
    return api('POST /api/admin/site/logo', { form })
  }, SITE_TEXT.saved)
  const remove = useAdminAction(() => api('DELETE /api/admin/site/logo'), SITE_TEXT.saved)
  return (
    <div className="stack gap-1">
      <label htmlFor={id} className="quiet small">
        {SITE_TEXT.logo}
      </label>
      <div className="row wrap gap-3">
        <input
          id={id}
          type="file"
          className={pageStyles.file}
          accept="image/png,image/jpeg,image/webp"
          disabled={send.isPending}
          onChange={handleFiles(([file]) => send.mutate(file))}
        />
        {logo && (
          <ActionButton variant="quiet" action={remove}>
            {SITE_TEXT.removeLogo}
          </ActionButton>
        )}
      </div>
    </div>
  )
}

const SettingsForm = ({ settings }: { settings: SiteSettings }) => {
  const [name, setName] = useState(settings.name ?? '')
  const [accent, setAccent] = useState(settings.accent)
  const [contactEmail, setContactEmail] = useState(settings.contactEmail ?? '')
  const [home, setHome] = useState(settings.home.join('\n'))
  const [imprint, setImprint] = useState(settings.imprint)
  const problem = accent === null ? null : findAccentProblem(accent)
  const people = home
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const save = useAdminAction(
    () =>
      api('PUT /api/admin/site', {
        body: { name, accent, contactEmail: contactEmail.trim(), imprint, home: people },
      }),
    SITE_TEXT.saved,
  )
  return (
    <Form className={styles.form} onSubmit={() => problem === null && save.mutate()}>
      <LivePreview name={name.trim()} logo={settings.logo} accent={problem ? null : accent} />
      <TextField
        label={SITE_TEXT.name}
        placeholder={PRODUCT_TITLE}
        maxLength={SITE.nameChars}
        value={name}
        onChange={setName}
      />
      <LogoField logo={settings.logo} />
      <div className={styles.accent}>
        <TextField
          label={SITE_TEXT.accent}
          type="color"
          value={accent ?? DEFAULT_ACCENT}
          problem={problem}
          onChange={setAccent}
        />
        {accent !== null && (
          <Button variant="quiet" onClick={() => setAccent(null)}>
            {SITE_TEXT.resetAccent}
          </Button>
        )}
      </div>
      <TextField
        label={SITE_TEXT.contact}
        type="email"
        value={contactEmail}
        onChange={setContactEmail}
      />
      <TextField label={SITE_TEXT.home} rows={5} value={home} onChange={setHome} />
      <TextField
        label={SITE_TEXT.imprint}
        rows={5}
        maxLength={SITE.imprintChars}
        value={imprint}
        onChange={setImprint}
      />
      <Button
        type="submit"
        variant="primary"
        className="start"
        disabled={problem !== null}
        isBusy={save.isPending}
      >
        {SITE_TEXT.save}
      </Button>
    </Form>
  )
}

/** Removes the demo catalogue, or brings it back. */
const DemoSection = ({ hasDemo, isDemoRemoved }: Pick<Overview, 'hasDemo' | 'isDemoRemoved'>) => {
  const remove = useAdminAction(
    () => api('DELETE /api/admin/site/demo', { body: { confirm: 'remove the demo' } }),
    SITE_TEXT.demoRemoved,
  )
  const restore = useAdminAction(
    () => api('POST /api/admin/site/demo', { body: { confirm: 'bring the demo back' } }),
    SITE_TEXT.demoRestored,
  )
  if (!hasDemo && !isDemoRemoved) return null
  return (
    <section className="stack gap-3">
      <h2>{SITE_TEXT.demo}</h2>
      <p className="quiet label">{hasDemo ? SITE_TEXT.demoHint : SITE_TEXT.demoGone}</p>
      {hasDemo ? (
        <RecentSignInButton
          action="remove-demo"
          run={remove.mutate}
          className="start"
          icon="trash"
          isBusy={remove.isPending}
        >
          {SITE_TEXT.removeDemo}
        </RecentSignInButton>
      ) : (
        <ActionButton className="start" action={restore}>
          {SITE_TEXT.restoreDemo}
        </ActionButton>
      )}
    </section>
  )
}

export const SiteTab = () => {
  const query = useAdminQuery('site', (signal) => api('GET /api/admin/site', { signal }))
  if (query.isError) return <QueryError title={SITE_TAB_TEXT.notLoaded} query={query} />
  if (!query.data) return <Skeleton />
  const { settings, checklist, hasDemo, isDemoRemoved } = query.data
  return (
    <div className={styles.tab}>
      <Checklist checklist={checklist} />
      <SettingsForm settings={settings} />
      <DemoSection hasDemo={hasDemo} isDemoRemoved={isDemoRemoved} />
    </div>
  )
}
