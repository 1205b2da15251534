import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { createCollectionsQuery } from '#client/catalog/queries.ts'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Checkboxes, ChoiceField, TextField } from '#client/ui/fields.tsx'
import { FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import type { DraftBox, DraftChoice, DraftItem } from '#shared/contract/studio.ts'
import { DISCLOSURES } from '#shared/domain/disclosure.ts'
import { isFutureDay } from '#shared/domain/photo-date.ts'
import { parseTags } from '#shared/domain/topic.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_ERRORS, STUDIO_TEXT } from '#shared/studio-messages.ts'
import { drawnItem, describeDraftItem, useProposals } from './draft-objects.ts'
import { DraftPhoto } from './draft-photo.tsx'
import { bestChoice, isSameItem, itemElementId, ItemRow } from './item-row.tsx'
import { PersonField } from './person-field.tsx'
import { PublishBar } from './publish-bar.tsx'
import styles from './studio.module.css'
import { type DraftState, type LoadedDraft, studioQuery, useDraft } from './use-draft.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { DISCLOSURE_TEXT } from '#shared/look-messages.ts'

/** Moves the focus to the next undecided object, or to the button that publishes. */
const focusNext = (list: HTMLElement | null, after: string) => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-state=undecided]') ?? [])]
  const current = list?.querySelector(`#${itemElementId(after)}`)
  const next =
    rows.find(
      (row) => current && current.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING,
    ) ?? rows.find((row) => row.id !== itemElementId(after))
  const target = next ?? document.querySelector<HTMLElement>('#publish')
  target?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  ;(next?.querySelector<HTMLElement>('[data-confirm]') ?? target)?.focus({ preventScroll: true })
}

type Field = 'source' | 'credit' | 'licence'

/** Proposes the events and shows of other looks, so that one has one page. */
const OccasionFields = ({ content, change }: Pick<LoadedDraft, 'content' | 'change'>) => {
  const { occasion } = content
  const { kind, name } = occasion
  const listId = useId()
  const { data } = useQuery(createCollectionsQuery(name.trim().slice(0, DRAFT.topicChars)))
  const write = (changes: Partial<typeof occasion>) =>
    change((current) => ({ occasion: { ...current.occasion, ...changes } }))
  const numberField = (key: 'season' | 'episode') => (
    <TextField
      label={STUDIO_TEXT[key]}
      inputMode="numeric"
      value={occasion[key] ?? ''}
      onChange={(value) => {
        const digits = value.replaceAll(/\D/g, '').slice(0, String(DRAFT.episodes).length)
        write({ [key]: digits === '' ? null : Number(digits) })
      }}
    />
  )
  return (
    <div className={styles.claims}>
      <ChoiceField
        label={STUDIO_TEXT.occasionKind}
        options={STUDIO_TEXT.occasionKinds}
        value={kind}
        onChange={(value) => write({ kind: value })}
      />
      <TextField
        label={STUDIO_TEXT.occasion}
        list={listId}
        maxLength={DRAFT.topicChars}
        value={name}
        onChange={(value) => write({ name: value })}
      />
      <datalist id={listId}>
        {data?.topics
          .filter((topic) => topic.kind === kind)
          .map((topic) => (
            <option key={topic.name}>{topic.name}</option>
          ))}
      </datalist>
      {kind === 'show' && numberField('season')}
      {kind === 'show' && numberField('episode')}
    </div>
  )
}

/** Keeps what is typed, such as a comma at the end, as long as it means the tags of the draft. */
const TagsField = ({ content: { tags }, change }: Pick<LoadedDraft, 'content' | 'change'>) => {
  const saved = tags.join(', ')
  const [typed, setTyped] = useState(saved)
  return (
    <TextField
      label={STUDIO_TEXT.tags}
      value={parseTags(typed).join(', ') === saved ? typed : saved}
      onChange={(text) => {
        setTyped(text)
        change(() => ({ tags: parseTags(text) }))
      }}
    />
  )
}

/** What visitors read with the look. */
const AboutLook = ({ content, change }: Pick<LoadedDraft, 'content' | 'change'>) => (
  <section className="stack gap-4">
    <h2>{STUDIO_TEXT.aboutLook}</h2>
    <TextField
      label={STUDIO_TEXT.caption}
      rows={5}
      maxLength={DRAFT.captionChars}
      value={content.caption}
      onChange={(caption) => change(() => ({ caption }))}
    />
    <OccasionFields content={content} change={change} />
    <TagsField content={content} change={change} />
    <Checkboxes
      legend={STUDIO_TEXT.disclosures}
      names={DISCLOSURES}
      labelOf={(disclosure) => DISCLOSURE_TEXT[disclosure]}
      chosen={content.disclosures}
      onChange={(disclosures) => change(() => ({ disclosures: [...disclosures] }))}
    />
  </section>
)

const AboutPhoto = ({ content, change }: Pick<LoadedDraft, 'content' | 'change'>) => {
  const write = (field: Field) => ({
    label: STUDIO_TEXT[field],
    value: content[field],
    onChange: (value: string) => change(() => ({ [field]: value })),
  })
  return (
    <section className="stack gap-4">
      <h2>{STUDIO_TEXT.about}</h2>
      <div className={classNames('stack gap-4', styles.facts)}>
        <TextField
          label={STUDIO_TEXT.takenOn}
          type="date"
          value={content.takenOn ?? ''}
          problem={isFutureDay(content.takenOn) ? STUDIO_ERRORS.futureDate : null}
          onChange={(value) => change(() => ({ takenOn: value || null }))}
        />
        <TextField {...write('credit')} maxLength={DRAFT.creditChars} />
        <TextField
          {...write('source')}
          type="url"
          inputMode="url"
          maxLength={DRAFT.linkChars}
          placeholder="https://"
        />
        <TextField {...write('licence')} maxLength={DRAFT.creditChars} />
      </div>
    </section>
  )
}

const ScanNote = ({ draft, refetch }: { draft: LoadedDraft['draft']; refetch: () => unknown }) => {
  const scanAgain = useAction(
    () => api('POST /api/studio/drafts/:id/scan', { params: { id: draft.id } }),
    { onSettled: refetch },
  )
  if (draft.scan === 'scanning')
    return <output className="quiet label">{STUDIO_TEXT.scanning}…</output>
  if (draft.scan === 'failed')
    return (
      <p className="problem" role="alert">
        {STUDIO_TEXT.scanFailed}{' '}
        <Button variant="quiet" isBusy={scanAgain.isPending} onClick={() => scanAgain.mutate()}>
          {STUDIO_TEXT.scanAgain}
        </Button>
      </p>
    )
  return null
}

const Editor = ({ state, draft, content }: { state: DraftState } & Omit<LoadedDraft, 'change'>) => {
  const { change } = state
  const isEditor = useQuery(studioQuery).data?.creator === null
  const [litId, setLitId] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { proposals, searches, searchLater } = useProposals(draft, content.items)
  const names = Object.fromEntries(
    content.items.map((item, index) => [
      item.id,
      describeDraftItem(item, index + 1, proposals[item.id]),
    ]),
  )
  const undecided = content.items.filter(({ choice }) => choice === null)
  const exactMatches = undecided.filter(({ id }) => isSameItem(proposals[id]))

  const changeItem = (id: string, changes: Partial<DraftItem>) =>
    change(({ items }) => ({
      items: items.map((item) => (item.id === id ? { ...item, ...changes } : item)),
    }))
  const addItem = (box: DraftBox) => {
    const item = drawnItem(box)
    change(({ items }) => ({ items: [...items, item] }))
    searchLater(item.id, box)
    return item.id
  }
  const removeItem = (id: string) =>
    change(({ items }) => ({ items: items.filter((item) => item.id !== id) }))
  const choose = (id: string, choice: DraftChoice | null) => {
    const wasUndecided = content.items.some((item) => item.id === id && item.choice === null)
    changeItem(id, { choice })
    if (wasUndecided && choice) requestAnimationFrame(() => focusNext(list.current, id))
  }
  const confirmAll = () =>
    change(({ items }) => ({
      items: items.map((item) =>
        item.choice === null && isSameItem(proposals[item.id])
          ? { ...item, choice: bestChoice(proposals[item.id]) }
          : item,
      ),
    }))
  const showRow = (id: string) => {
    const row = document.querySelector<HTMLElement>(`#${itemElementId(id)}`)
    row?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }

  return (
    <div className={classNames('stack gap-6', styles.editor)}>
      <div className={styles.left}>
        <DraftPhoto
          draft={draft}
          items={content.items}
          litId={litId}
          onLight={setLitId}
          names={names}
          onShowRow={showRow}
          onPlace={(id, box) => {
            changeItem(id, { box })
            searchLater(id, box)
          }}
          onAdd={addItem}
          onRemove={removeItem}
        />
      </div>
      <div className={classNames('stack', styles.right)}>
        <h1 className={styles.title}>{content.person || STUDIO_TEXT.noPersonYet}</h1>
        {draft.handedBy && <p className="quiet label">{STUDIO_TEXT.handedBy(draft.handedBy)}</p>}
        {draft.isRemoved && <p className="problem">{STUDIO_ERRORS.lookRemoved}</p>}
        {isEditor && (
          <PersonField
            draft={draft}
            person={content.person}
            portrait={content.portrait}
            onPerson={(person) => change(() => ({ person }))}
            onPortrait={(portrait) => change(() => ({ portrait }))}
          />
        )}
        <section className="stack gap-4">
          <h2>{STUDIO_TEXT.worn}</h2>
          <ScanNote draft={draft} refetch={state.query.refetch} />
          {draft.scan === 'done' && (
            <div className="row wrap between gap-3">
              <output className="quiet label">
                {content.items.length === 0
                  ? STUDIO_TEXT.nothingSeen
                  : undecided.length === 0
                    ? STUDIO_TEXT.allDecided
                    : STUDIO_TEXT.leftToDecide(undecided.length)}
              </output>
              {exactMatches.length > 1 && (
                <Button icon="check" onClick={confirmAll}>
                  {STUDIO_TEXT.confirmAll(exactMatches.length)}
                </Button>
              )}
            </div>
          )}
          <ol ref={list} className={styles.items}>
            {content.items.map((item, index) => (
              <ItemRow
                key={item.id}
                draft={draft}
                isEditor={isEditor}
                item={item}
                number={index + 1}
                name={names[item.id] ?? ''}
                proposal={proposals[item.id]}
                search={searches[item.id]}
                isLit={litId === item.id}
                onLight={setLitId}
                onChoose={(choice) => choose(item.id, choice)}
                onChange={(choice) => changeItem(item.id, { choice })}
                onRename={(label) => changeItem(item.id, { label })}
                onRemove={() => removeItem(item.id)}
              />
            ))}
          </ol>
        </section>
        <AboutLook content={content} change={change} />
        <AboutPhoto content={content} change={change} />
        <PublishBar state={state} draft={draft} content={content} isEditor={isEditor} />
      </div>
    </div>
  )
}

/** One draft, from the photo to the public look. */
export const DraftEditor = ({ id }: { id: string }) => {
  const state = useDraft(id)
  const { query, draft, content } = state
  usePageTitle(content?.person || NAVIGATION_TEXT.studio)
  if (query.isError) return <QueryError title={STUDIO_TEXT.notLoaded} query={query} />
  if (!draft || !content) return <FullPageSpinner message={UI_TEXT.loading} />
  return (
    <div className="page">
      <ButtonLink
        variant="quiet"
        icon="arrow-left"
        to={paths.studio.href()}
        className={styles.back}
      >
        {NAVIGATION_TEXT.studio}
      </ButtonLink>
      <Editor state={state} draft={draft} content={content} />
    </div>
  )
}
