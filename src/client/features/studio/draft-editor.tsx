import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/form.tsx'
import { FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { DRAFT } from '#shared/constants.ts'
import type { DraftBox, DraftChoice, Proposal } from '#shared/contract/studio.ts'
import { toUnits } from '#shared/domain/box.ts'
import { draftProductFrom } from '#shared/domain/scan-product.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { DraftPhoto } from './draft-photo.tsx'
import { bestChoice, isSameItem, itemElementId, ItemRow } from './item-row.tsx'
import { PersonField } from './person-field.tsx'
import styles from './studio.module.css'
import { type DraftState, type LoadedDraft, studioQuery, useDraft } from './use-draft.ts'

const NEW_BOX: DraftBox = { x: 0.3, y: 0.3, width: 0.4, height: 0.3 }

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

/** Adds an object that the finder missed: the user draws its box, which is then searched. */
const useNewObject = ({ draft, change }: LoadedDraft) => {
  const [box, setBox] = useState<DraftBox | null>(null)
  /** Proposals for drawn boxes; those of the scan come with the draft. */
  const [proposals, setProposals] = useState<Record<string, Proposal>>({})
  const search = useAction(
    async (drawnBox: DraftBox) => {
      if (draft.upload === null) return null
      const whole = { width: 1, height: 1 }
      const body = { imageUrl: draft.upload, bbox: toUnits(drawnBox, whole) }
      return (await api('POST /api/scan-box', { body })).data
    },
    {
      onSuccess: (data, drawnBox) => {
        const id = `drawn_${Date.now().toString(36)}`
        const products = (data?.products ?? [])
          .filter((product) => /^\d+$/.test(product.id))
          .map((product) =>
            Object.assign(draftProductFrom(product), { sureness: product.sureness }),
          )
        const proposal = { embedding: data?.embedding ?? null, garment: null, products }
        setProposals((earlier) => ({ ...earlier, [id]: proposal }))
        change(({ items }) => ({
          items: [...items, { id, label: '', category: null, box: drawnBox, choice: null }],
        }))
        setBox(null)
      },
    },
  )
  return { box, setBox, proposals, search }
}

const SaveStatus = ({ save, reload }: Pick<DraftState, 'save' | 'reload'>) =>
  save.name === 'failed' ? (
    <p className="problem" role="alert">
      {save.message}{' '}
      {save.isElsewhere && (
        <Button variant="quiet" onClick={() => void reload()}>
          {STUDIO_TEXT.loadAgain}
        </Button>
      )}
    </p>
  ) : (
    <output className="quiet small">
      {save.name === 'saving' ? STUDIO_TEXT.saving : STUDIO_TEXT.saved}
    </output>
  )

type Field = 'source' | 'credit' | 'licence'

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

const WITHDRAW = {
  icon: 'eye-off',
  title: STUDIO_TEXT.withdrawQuestion,
  description: STUDIO_TEXT.withdrawExplanation,
  confirm: STUDIO_TEXT.withdraw,
  cancel: STUDIO_TEXT.keep,
} as const
const DELETE = {
  icon: 'trash',
  title: STUDIO_TEXT.deleteQuestion,
  description: STUDIO_TEXT.deleteExplanation,
} as const

/** The buttons that preview, publish, withdraw or delete the draft. */
const PublishBar = ({ state, draft }: { state: DraftState; draft: LoadedDraft['draft'] }) => {
  const navigate = useNavigate()
  const { id } = draft
  const isPublished = draft.state === 'published'

  const settle = async () => {
    await state.reload()
    await state.refreshLists()
  }
  const publish = useAction(
    async () => {
      const body = { version: state.version.current }
      await api('POST /api/studio/drafts/:id/publish', { params: { id }, body })
    },
    { done: STUDIO_TEXT.published, onSuccess: settle },
  )
  const withdraw = useAction(
    () => api('POST /api/studio/drafts/:id/withdraw', { params: { id } }),
    { done: STUDIO_TEXT.withdrawn, onSettled: settle },
  )
  const remove = useAction(() => api('DELETE /api/studio/drafts/:id', { params: { id } }), {
    onSuccess: async () => {
      await state.refreshLists()
      await navigate(paths.studio.href())
    },
  })
  const handlePublish = async () => {
    if (await state.flush()) publish.mutate()
  }
  const preview = async () => {
    if (await state.flush()) await navigate(paths.studioPreview.href(id))
  }

  return (
    <>
      <ConfirmButton
        // Closes when the draft is withdrawn, instead of asking whether to delete it.
        key={draft.state}
        variant="quiet"
        className="start"
        {...(isPublished ? WITHDRAW : DELETE)}
        action={isPublished ? withdraw : remove}
      >
        {isPublished ? STUDIO_TEXT.withdraw : STUDIO_TEXT.deleteDraft}
      </ConfirmButton>
      <div className={classNames('row wrap between gap-3', styles.bar)}>
        <SaveStatus save={state.save} reload={state.reload} />
        <div className="row gap-3">
          {draft.look ? (
            <ButtonLink to={paths.celebrityImage.href(draft.look)}>{STUDIO_TEXT.view}</ButtonLink>
          ) : (
            <Button onClick={() => void preview()}>{STUDIO_TEXT.preview}</Button>
          )}
          <Button
            id="publish"
            variant="primary"
            isBusy={publish.isPending}
            onClick={() => void handlePublish()}
          >
            {isPublished ? STUDIO_TEXT.publishChanges : STUDIO_TEXT.publish}
          </Button>
        </div>
      </div>
    </>
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
  const { data: me } = useQuery(studioQuery)
  const [litId, setLitId] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const newObject = useNewObject({ draft, content, change })
  const proposals = { ...draft.proposals, ...newObject.proposals }
  const undecided = content.items.filter(({ choice }) => choice === null)
  const exactMatches = undecided.filter(({ id }) => isSameItem(proposals[id]))

  const choose = (id: string, choice: DraftChoice | null) => {
    const wasUndecided = content.items.some((item) => item.id === id && item.choice === null)
    change(({ items }) => ({
      items: items.map((item) => (item.id === id ? { ...item, choice } : item)),
    }))
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
          onPick={showRow}
          newBox={newObject.box}
          onNewBox={newObject.setBox}
        >
          {newObject.box ? (
            <div className="row wrap gap-3">
              <p className="quiet small">{STUDIO_TEXT.addObjectHint}</p>
              <Button
                variant="primary"
                isBusy={newObject.search.isPending}
                onClick={() => newObject.box && newObject.search.mutate(newObject.box)}
              >
                {STUDIO_TEXT.searchBox}
              </Button>
              <Button onClick={() => newObject.setBox(null)}>{STUDIO_TEXT.cancel}</Button>
            </div>
          ) : (
            <Button
              variant="quiet"
              icon="plus"
              className="start"
              onClick={() => newObject.setBox(NEW_BOX)}
            >
              {STUDIO_TEXT.addObject}
            </Button>
          )}
        </DraftPhoto>
      </div>
      <div className={classNames('stack', styles.right)}>
        <h1 className={styles.title}>{content.person || STUDIO_TEXT.noPersonYet}</h1>
        {me?.creator === null && (
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
                item={item}
                number={index + 1}
                proposal={proposals[item.id]}
                isLit={litId === item.id}
                onLight={setLitId}
                onChoose={(choice) => choose(item.id, choice)}
                onRemove={() =>
                  change(({ items }) => ({ items: items.filter(({ id }) => id !== item.id) }))
                }
              />
            ))}
          </ol>
        </section>
        <AboutPhoto content={content} change={change} />
        <PublishBar state={state} draft={draft} />
      </div>
    </div>
  )
}

/** One draft, from the photo to the public look. */
export const DraftEditor = ({ id }: { id: string }) => {
  const state = useDraft(id)
  const { query, draft, content } = state
  usePageTitle(content?.person || NAVIGATION_TEXT.studio)
  if (query.isError) return <QueryError what="the studio" query={query} />
  if (!draft || !content) return <FullPageSpinner message="Loading" />
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
