import { type CSSProperties, useId, useState } from 'react'
import { Link } from 'react-router'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { SiteMark } from '#client/ui/site-mark.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { SITE_TEXT } from '#shared/account-messages.ts'
import { SITE } from '#shared/constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { ChecklistStep, siteCalls, SiteSettings } from '#shared/contract/site.ts'
import { accentProblem, accentTheme } from '#shared/domain/accent.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { ActionButton, useAction, useAdminQuery } from './admin-lists.tsx'
import pageStyles from './admin-page.module.css'
import styles from './site-tab.module.css'

type Overview = ReplyOf<(typeof siteCalls)['GET /api/admin/site']>['data']

/** Where each step is taken. */
const STEP_LINKS: Partial<Record<ChecklistStep, string>> = {
  editor: `${paths.admin.href()}#users`,
  look: paths.studio.href(),
}

/** From an empty site to the first published look. */
const Checklist = ({ checklist }: Pick<Overview, 'checklist'>) => {
  const left = checklist.filter(({ isDone }) => !isDone)
  if (left.length === 0) return null
  return (
    <section className={styles.checklist} aria-labelledby="checklist">
      <h2 id="checklist">
        {SITE_TEXT.checklist(checklist.length - left.length, checklist.length)}
      </h2>
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

/** The header and a button as visitors will see them, on both papers. */
const LivePreview = ({ name, logo, accent }: Preview) => {
  return (
    <figure className={styles.previews} aria-label={SITE_TEXT.preview}>
      {(['light', 'dark'] as const).map((paper) => {
        const shades = accentTheme(accent ?? DEFAULT_ACCENT)[paper]
        const colours = { '--preview-accent': shades.accent, '--preview-on': shades.onAccent }
        return (
          <div
            key={paper}
            className={styles.preview}
            data-paper={paper}
            style={colours as CSSProperties}
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
}

const LogoField = ({ logo }: { logo: string | null }) => {
  const id = useId()
  const send = useAction((file: File) => {
    const form = new FormData()
    form.set('image', file)
    return api('POST /api/admin/site/logo', { form })
  }, SITE_TEXT.saved)
  const remove = useAction(() => api('DELETE /api/admin/site/logo'), SITE_TEXT.saved)
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
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) send.mutate(file)
          }}
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
  const problem = accent === null ? null : accentProblem(accent)
  const people = home
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const save = useAction(
    () =>
      api('PUT /api/admin/site', {
        body: { name, accent, contactEmail: contactEmail.trim(), imprint, home: people },
      }),
    SITE_TEXT.saved,
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) save.mutate(undefined)
      }}
    >
      <LivePreview name={name.trim()} logo={settings.logo} accent={problem ? null : accent} />
      <TextField
        label={SITE_TEXT.name}
        placeholder={PRODUCT_TITLE}
        maxLength={SITE.nameChars}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <LogoField logo={settings.logo} />
      <div className={styles.accent}>
        <TextField
          label={SITE_TEXT.accent}
          type="color"
          value={accent ?? DEFAULT_ACCENT}
          problem={problem}
          onChange={({ target }) => setAccent(target.value)}
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
        onChange={({ target }) => setContactEmail(target.value)}
      />
      <TextField
        label={SITE_TEXT.home}
        rows={5}
        value={home}
        onChange={({ target }) => setHome(target.value)}
      />
      <TextField
        label={SITE_TEXT.imprint}
        rows={5}
        maxLength={SITE.imprintChars}
        value={imprint}
        onChange={({ target }) => setImprint(target.value)}
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
    </form>
  )
}

/** In one step, and back in another. */
const DemoSection = ({ hasDemo, isDemoRemoved }: Pick<Overview, 'hasDemo' | 'isDemoRemoved'>) => {
  const remove = useAction(
    () => api('DELETE /api/admin/site/demo', { body: { confirm: 'remove the demo' } }),
    SITE_TEXT.demoRemoved,
  )
  const restore = useAction(
    () => api('POST /api/admin/site/demo', { body: { confirm: 'bring the demo back' } }),
    SITE_TEXT.demoRestored,
  )
  const { start, isChecking, dialog } = useRecentSignIn('remove-demo', () =>
    remove.mutate(undefined),
  )
  if (!hasDemo && !isDemoRemoved) return null
  return (
    <section className="stack gap-3">
      <h2>{SITE_TEXT.demo}</h2>
      <p className="quiet label">{hasDemo ? SITE_TEXT.demoHint : SITE_TEXT.demoGone}</p>
      {hasDemo ? (
        <Button
          className="start"
          icon="trash"
          isBusy={isChecking || remove.isPending}
          onClick={start}
        >
          {SITE_TEXT.removeDemo}
        </Button>
      ) : (
        <ActionButton className="start" action={restore}>
          {SITE_TEXT.restoreDemo}
        </ActionButton>
      )}
      {dialog}
    </section>
  )
}

export const SiteTab = () => {
  const query = useAdminQuery('site', (signal) => api('GET /api/admin/site', { signal }))
  if (query.isError) return <QueryError what="the settings" query={query} />
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
