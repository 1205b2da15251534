import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { readInterruptedAction } from '#client/account/use-recent-sign-in.tsx'
import { CreatorPageLink, Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { createImagesQuery } from '#client/catalog/queries.ts'
import { api } from '#client/lib/api.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton, Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { ShowMore } from '#client/ui/state.tsx'
import { PERSON } from '#shared/constants.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import type { AdminPerson } from '#shared/contract/admin-people.ts'
import { formatCelebritySelection, paths } from '#shared/paths.ts'
import { AdminList, useAdminAction, useAdminPages } from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { ReasonForm } from './notices.tsx'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { ADMIN_PEOPLE_TEXT } from './celebrities-messages.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { Name } from '#client/ui/name.tsx'

const usePeople = (words: string) => {
  const q = useDeferredValue(words.trim())
  return useAdminPages(
    ['people', q],
    (after, signal) =>
      api('GET /api/admin/people', { query: { ...(q && { q }), ...after }, signal }),
    (page) => page.people,
  )
}

const buildRemoveAction = (id: number) => `remove-person:${id}`

/** Everybody in the catalogue: names, portraits, merging and removal. */
export const CelebritiesTab = () => {
  const [words, setWords] = useState('')
  const [openId, setOpenId] = useState<number | null>(null)
  const list = usePeople(words)
  const open = list.items.find(
    ({ id }) => id === openId || (!openId && buildRemoveAction(id) === readInterruptedAction()),
  )
  return (
    <>
      <div className={styles.tools}>
        <TextField
          label={ADMIN_PEOPLE_TEXT.search}
          type="search"
          maxLength={DRAFT.nameChars}
          value={words}
          onChange={setWords}
        />
      </div>
      <AdminList
        {...list}
        label={ADMIN_PEOPLE_TEXT.list}
        notLoaded={ADMIN_PEOPLE_TEXT.notLoaded}
        empty={ADMIN_PEOPLE_TEXT.empty}
      >
        {(person) => (
          <li key={person.id} className={styles.row}>
            <button type="button" className={styles.name} onClick={() => setOpenId(person.id)}>
              <Name>{person.name}</Name>
            </button>
            <span className="quiet">
              <Name>{person.otherNames.join(', ')}</Name>
            </span>
            <span className={classNames('quiet small', styles.when)}>{describeLooks(person)}</span>
          </li>
        )}
      </AdminList>
      {open && <PersonDialog key={open.id} person={open} onClose={() => setOpenId(-1)} />}
    </>
  )
}

const describeLooks = ({ looks }: Pick<AdminPerson, 'looks'>) =>
  ADMIN_PEOPLE_TEXT.looks(looks, looks.toLocaleString(LOCALE_TEXT.locale))

type PersonProps = { person: AdminPerson; onClose: () => void }

const PersonDialog = ({ person, onClose }: PersonProps) => (
  <Dialog isOpen onClose={onClose} title={person.name}>
    <div className="stack gap-5">
      <div className="row wrap gap-3">
        {person.looks > 0 && (
          <>
            <Portrait image={person.image} size={64} />
            <ButtonLink to={paths.celebrity.href(person.name)}>
              {ADMIN_PEOPLE_TEXT.openPage}
            </ButtonLink>
          </>
        )}
        <CreatorPageLink name={person.name} creatorPage={person.creatorPage ?? undefined} />
      </div>
      <NamesForm person={person} />
      {person.looks > 0 && <PortraitChoice person={person} />}
      <MergeForm person={person} onClose={onClose} />
      {person.looks > 0 && <RemovePersonForm person={person} onClose={onClose} />}
    </div>
  </Dialog>
)

const NamesForm = ({ person: { id, name, otherNames } }: Pick<PersonProps, 'person'>) => {
  const params = { id: String(id) }
  const rename = useAdminAction(
    (newName: string) => api('PUT /api/admin/people/:id/name', { params, body: { name: newName } }),
    ADMIN_PEOPLE_TEXT.renamed,
  )
  const setOtherNames = useAdminAction(
    (names: string[]) => api('PUT /api/admin/people/:id/other-names', { params, body: { names } }),
    ADMIN_PEOPLE_TEXT.otherNamesSaved,
  )
  return (
    <>
      <Form aria-label={ADMIN_PEOPLE_TEXT.rename} onSubmit={(text) => rename.mutate(text('name'))}>
        <TextField
          label={ADMIN_PEOPLE_TEXT.name}
          name="name"
          required
          maxLength={DRAFT.nameChars}
          defaultValue={name}
        />
        <Button type="submit" className="start" isBusy={rename.isPending}>
          {ADMIN_PEOPLE_TEXT.rename}
        </Button>
      </Form>
      <Form
        key={otherNames.join('\n')}
        aria-label={ADMIN_PEOPLE_TEXT.otherNames}
        onSubmit={(text) =>
          setOtherNames.mutate(
            text('names')
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          )
        }
      >
        <TextField
          label={ADMIN_PEOPLE_TEXT.otherNamesField(PERSON.otherNames)}
          name="names"
          rows={3}
          defaultValue={otherNames.join('\n')}
        />
        <p className="quiet small">{ADMIN_PEOPLE_TEXT.otherNamesHint}</p>
        <Button type="submit" className="start" isBusy={setOtherNames.isPending}>
          {ADMIN_PEOPLE_TEXT.saveOtherNames}
        </Button>
      </Form>
    </>
  )
}

const PortraitChoice = ({ person: { id, name } }: Pick<PersonProps, 'person'>) => {
  const [isOpen, setIsOpen] = useState(false)
  const looks = useInfiniteQuery({ ...createImagesQuery([name]), enabled: isOpen })
  const choose = useAdminAction(
    (look: string) =>
      api('PUT /api/admin/people/:id/portrait', { params: { id: String(id) }, body: { look } }),
    ADMIN_PEOPLE_TEXT.portraitChanged,
  )
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{ADMIN_PEOPLE_TEXT.choosePortrait}</summary>
      <ul className={styles.portraits} aria-label={ADMIN_PEOPLE_TEXT.looksOf(name)}>
        {looks.data?.pages.flatMap(({ images }) =>
          images.map(({ image }, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={ADMIN_PEOPLE_TEXT.chooseLook(index + 1, name)}
                disabled={choose.isPending}
                onClick={() => choose.mutate(image)}
              >
                <Picture url={image} frameRatio={1} shape="avatar" focus="50% 0%" />
              </button>
            </li>
          )),
        )}
      </ul>
      <ShowMore query={looks} />
    </details>
  )
}

const MergeForm = ({ person: { id, name }, onClose }: PersonProps) => {
  const [words, setWords] = useState('')
  const list = usePeople(words)
  const others =
    words.trim() === '' ? [] : list.items.filter((person) => person.id !== id).slice(0, 6)
  return (
    <fieldset className="stack gap-3">
      <legend>{ADMIN_PEOPLE_TEXT.mergeTitle}</legend>
      <TextField
        label={ADMIN_PEOPLE_TEXT.mergeWith(name)}
        type="search"
        maxLength={DRAFT.nameChars}
        value={words}
        onChange={setWords}
      />
      {others.map((into) => (
        <MergeButton key={into.id} id={id} name={name} into={into} onDone={onClose} />
      ))}
    </fieldset>
  )
}

type MergeButtonProps = { id: number; name: string; into: AdminPerson; onDone: () => void }

const MergeButton = ({ id, name, into, onDone }: MergeButtonProps) => {
  const merge = useAdminAction(
    async () => {
      await api('POST /api/admin/people/:id/merge', {
        params: { id: String(id) },
        body: { into: into.id },
      })
      onDone()
    },
    ADMIN_PEOPLE_TEXT.merged(name, into.name),
  )
  return (
    <ConfirmButton
      className="start"
      title={ADMIN_PEOPLE_TEXT.mergeQuestion(name, into.name)}
      description={ADMIN_PEOPLE_TEXT.mergeExplanation(name, into.name)}
      confirm={ADMIN_PEOPLE_TEXT.merge}
      cancel={UI_TEXT.cancel}
      action={merge}
    >
      {ADMIN_PEOPLE_TEXT.mergeInto(into.name, describeLooks(into))}
    </ConfirmButton>
  )
}

/** Each look is removed like any other, and can be restored like any other. */
const RemovePersonForm = ({ person: { id, name, looks }, onClose }: PersonProps) => {
  const [removed, setRemoved] = useState(0)
  const removeLooks = async (reason: string) => {
    const query = { celebrities: formatCelebritySelection([name]) }
    const done = new Set<string>()
    for (;;) {
      const { images } = (await api('GET /api/images', { query })).data
      // During an import, looks that will be removed are still listed.
      const next = images.find(({ image }) => !done.has(image))
      if (!next) break
      await api('POST /api/admin/takedowns', { body: { address: next.image, reason } })
      setRemoved(done.add(next.image).size)
    }
    onClose()
  }
  return (
    <details open={buildRemoveAction(id) === readInterruptedAction()}>
      <summary>{ADMIN_PEOPLE_TEXT.removePerson}</summary>
      <ReasonForm
        name={ADMIN_PEOPLE_TEXT.removeOf(name)}
        label={ADMIN_PEOPLE_TEXT.reason}
        action={ADMIN_PEOPLE_TEXT.removeLooks(looks, looks.toLocaleString(LOCALE_TEXT.locale))}
        done={ADMIN_PEOPLE_TEXT.removed(name)}
        sensitive={{ action: buildRemoveAction(id), address: '' }}
        run={removeLooks}
      />
      <output className="quiet small">
        {removed > 0 && ADMIN_PEOPLE_TEXT.removedShare(removed, looks)}
      </output>
    </details>
  )
}
