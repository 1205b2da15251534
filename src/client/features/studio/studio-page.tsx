import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useId, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { PageNamesForm } from '#client/catalog/creators/page-names-form.tsx'
import { api, ApiError } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { PhotoProblem } from '#client/lib/photo.ts'
import { createPagedQuery } from '#client/lib/query.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { handleFiles } from '#client/ui/fields.tsx'
import { Icon, Spinner } from '#client/ui/icon.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, QueryError, ShowMore } from '#client/ui/state.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { DraftProduct, DraftSummary, Suggestion } from '#shared/contract/studio.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { STUDIO_ERRORS, STUDIO_TEXT } from '#shared/studio-messages.ts'
import { ArchiveImport } from './archive-import.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { beginDraft, type RefusedPhoto } from './photo-upload.ts'
import { ProductPicker } from './product-picker.tsx'
import { RefusedPhotos } from './refused-photos.tsx'
import styles from './studio.module.css'
import { POLL_MS, studioQuery } from './use-draft.ts'

const SuggestionRow = ({ suggestion }: { suggestion: Suggestion }) => {
  const [isPicking, setIsPicking] = useState(false)
  const { id, kind, link, note, others, createdAt, name, picture, person, look, wornId } =
    suggestion
  const decide = useAction(
    (decision: 'dismiss' | DraftProduct | null) =>
      decision === 'dismiss'
        ? api('DELETE /api/studio/suggestions/:id', { params: { id } })
        : api('POST /api/studio/suggestions/:id/accept', {
            params: { id },
            body: { product: decision },
          }),
    { done: STUDIO_TEXT.decidedSuggestion, refresh: [['studio', 'suggestions']] },
  )
  return (
    <li className={styles.item}>
      <span className={classNames('frame', styles.crop)}>
        {picture && <Picture url={picture} frameRatio={1} shape="avatar" />}
      </span>
      <div className="stack gap-3">
        <div className="stack">
          <h2 className={styles.itemName}>
            <Link to={paths.celebrityImage.href(look, wornId)}>
              <Verbatim>{name}</Verbatim>
            </Link>
          </h2>
          <p className="quiet label">{STUDIO_TEXT.wornBy(person)}</p>
          <p className="quiet small">{STUDIO_TEXT.waitingSince(formatDay(createdAt))}</p>
        </div>
        <p className="label">
          {kind === 'other' ? STUDIO_TEXT.saysOther : STUDIO_TEXT.saysNotIt}{' '}
          {others > 0 && <span className="quiet">{STUDIO_TEXT.soSayOthers(others)}</span>}
        </p>
        {link && (
          <p className={styles.productWords}>
            <a href={link} target="_blank" rel="noopener nofollow">
              <bdi dir="ltr">{link}</bdi>
            </a>
          </p>
        )}
        {note && (
          <p className="quiet label">
            <Verbatim>{UI_TEXT.quoted(note)}</Verbatim>
          </p>
        )}
        <div className="row wrap gap-3">
          <Button isBusy={decide.isPending} onClick={() => setIsPicking(true)}>
            {STUDIO_TEXT.chooseAnother}
          </Button>
          <Button variant="quiet" onClick={() => decide.mutate(null)}>
            {STUDIO_TEXT.takeOut}
          </Button>
          <Button variant="quiet" onClick={() => decide.mutate('dismiss')}>
            {STUDIO_TEXT.leaveIt}
          </Button>
        </div>
      </div>
      {isPicking && (
        <ProductPicker
          title={name}
          words={name}
          link={link ?? ''}
          proposal={undefined}
          onClose={() => setIsPicking(false)}
          onPick={(product) => {
            setIsPicking(false)
            decide.mutate(product)
          }}
        />
      )}
    </li>
  )
}

/** Corrections that visitors suggest; none is public before an editor accepts it. */
const SuggestionQueue = () => {
  const query = useInfiniteQuery({
    ...createPagedQuery(['studio', 'suggestions'], (after, signal) =>
      api('GET /api/studio/suggestions', { query: after, signal }),
    ),
    staleTime: 0,
  })
  const suggestions = query.data?.pages.flatMap((page) => page.suggestions) ?? []
  if (query.isError) return <QueryError title={STUDIO_TEXT.suggestionsNotLoaded} query={query} />
  if (!query.isPending && suggestions.length === 0)
    return (
      <EmptyState title={STUDIO_TEXT.noSuggestions}>{STUDIO_TEXT.noSuggestionsHint}</EmptyState>
    )
  return (
    <>
      <ul className={styles.items} aria-label={STUDIO_TEXT.suggestions}>
        {suggestions.map((suggestion) => (
          <SuggestionRow key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

const STATES = Object.keys(STUDIO_TEXT.tabs) as DraftSummary['state'][]
const QUEUE = 'suggestions'

/** Creates a draft for each photo. A single draft is opened at once. */
const useAddPhotos = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [refused, setRefused] = useState<readonly RefusedPhoto[]>([])

  const add = async (files: readonly File[]) => {
    let last: string | null = null
    setRefused([])
    for (const [done, file] of files.entries()) {
      setProgress({ done, total: files.length })
      try {
        last = (await beginDraft(file, {})).id
      } catch (error) {
        const reason =
          error instanceof ApiError || error instanceof PhotoProblem
            ? error.message
            : STUDIO_ERRORS.unreadable
        setRefused((earlier) => [...earlier, { name: file.name, reason }])
      }
      await queries.invalidateQueries({ queryKey: ['studio', 'drafts'] })
    }
    setProgress(null)
    if (files.length === 1 && last) await navigate(paths.studio.href(last))
  }
  return { add, progress, refused }
}

const AddPhotos = () => {
  const id = useId()
  const { add, progress, refused } = useAddPhotos()
  const [isOver, setIsOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const photos = [...event.dataTransfer.files]
    if (photos.length > 0) void add(photos)
  }
  return (
    <div className="stack gap-3">
      {/* The file input inside it works without dragging. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label
        htmlFor={id}
        className={classNames(styles.add, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      >
        {progress ? <Spinner size={28} /> : <Icon name="camera" size={28} />}
        <span className={styles.addWords}>{STUDIO_TEXT.addPhotos}</span>
        <output className="quiet label">
          {progress ? STUDIO_TEXT.adding(progress.done, progress.total) : STUDIO_TEXT.dropPhotos}
        </output>
        <input
          id={id}
          type="file"
          accept="image/*,.heic,.heif"
          multiple
          disabled={progress !== null}
          onChange={handleFiles((files) => void add(files))}
        />
      </label>
      <RefusedPhotos photos={refused} />
    </div>
  )
}

const DraftTile = ({ draft }: { draft: DraftSummary }) => (
  <li>
    <Link className={classNames('stack gap-2', styles.tile)} to={paths.studio.href(draft.id)}>
      <Picture url={draft.photo} frameRatio={5 / 4} shape="tile" focus="50% 20%" />
      <span className="stack">
        <span className={classNames('label', styles.tileName)}>
          {draft.person || STUDIO_TEXT.noPersonYet}
        </span>
        <span className="quiet small">
          {draft.scan === 'scanning'
            ? STUDIO_TEXT.scanning
            : draft.scan === 'failed'
              ? STUDIO_TEXT.scanFailed
              : STUDIO_TEXT.decided(draft.decided, draft.objects)}
        </span>
        <span className="quiet small">{formatDay(draft.takenOn ?? draft.updatedAt)}</span>
        {draft.handedBy && (
          <span className="quiet small">{STUDIO_TEXT.handedBy(draft.handedBy)}</span>
        )}
        {draft.publishAt && (
          <span className="small">{STUDIO_TEXT.scheduledFor(formatDay(draft.publishAt))}</span>
        )}
        {draft.publishProblem && (
          <span className="problem">{STUDIO_TEXT.scheduleProblem(draft.publishProblem)}</span>
        )}
        {draft.publisher && <span className="quiet small">{STUDIO_TEXT.by(draft.publisher)}</span>}
      </span>
    </Link>
  </li>
)

type DraftTilesProps = { label: string; drafts: readonly DraftSummary[]; isBusy?: boolean }

const DraftTiles = ({ label, drafts, isBusy = false }: DraftTilesProps) => (
  <ul className={styles.tiles} aria-label={label} aria-busy={isBusy}>
    {drafts.map((draft) => (
      <DraftTile key={draft.id} draft={draft} />
    ))}
  </ul>
)

const useDrafts = (list: { state: DraftSummary['state'] } | { waiting: '1' }) =>
  useInfiniteQuery({
    ...createPagedQuery(['studio', 'drafts', list], (after, signal) =>
      api('GET /api/studio/drafts', { query: { ...list, ...after }, signal }),
    ),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.drafts.some(({ scan }) => scan === 'scanning'))
        ? 2 * POLL_MS
        : false,
  })

const Drafts = ({ state }: { state: DraftSummary['state'] }) => {
  const query = useDrafts({ state })
  const drafts = query.data?.pages.flatMap((page) => page.drafts) ?? []
  if (query.isError) return <QueryError title={STUDIO_TEXT.notLoadedTabs[state]} query={query} />
  if (!query.isPending && drafts.length === 0)
    return (
      <EmptyState title={STUDIO_TEXT.none[state]}>
        {state === 'draft' && STUDIO_TEXT.noneHint}
        {state === 'removed' && STUDIO_TEXT.removedHint}
      </EmptyState>
    )
  return (
    <>
      <DraftTiles label={STUDIO_TEXT.tabs[state]} drafts={drafts} isBusy={query.isPending} />
      <ShowMore query={query} />
    </>
  )
}

/** What waits longest for an editor comes first: drafts of others, then suggestions of visitors. */
const Queue = () => {
  const waiting = useDrafts({ waiting: '1' })
  const drafts = waiting.data?.pages.flatMap((page) => page.drafts) ?? []
  return (
    <div className="stack gap-5">
      {waiting.isError && <QueryError title={STUDIO_TEXT.queueNotLoaded} query={waiting} />}
      {drafts.length > 0 && (
        <section className="stack gap-4">
          <h2>{STUDIO_TEXT.waitingDrafts}</h2>
          <DraftTiles label={STUDIO_TEXT.waitingDrafts} drafts={drafts} />
          <ShowMore query={waiting} />
        </section>
      )}
      <SuggestionQueue />
    </div>
  )
}

const DraftList = () => {
  usePageTitle(NAVIGATION_TEXT.studio)
  const navigate = useNavigate()
  const hash = useLocation().hash.slice(1)
  const { data, error } = useQuery(studioQuery)
  const [isNaming, setIsNaming] = useState(false)
  const isEditor = data?.creator === null
  const state = STATES.find((name) => name === hash) ?? 'draft'
  const tab = isEditor && hash === QUEUE ? QUEUE : state
  const lead = data?.creator
    ? `${STUDIO_TEXT.lead} ${STUDIO_TEXT.creatorLead(data.creator.displayName)}`
    : STUDIO_TEXT.lead
  return (
    <div className="page">
      <PageHead title={NAVIGATION_TEXT.studio} lead={lead} />
      {data?.creator && (
        <p className="row wrap gap-4">
          <Link to={paths.creator.href(data.creator.name)}>{NAVIGATION_TEXT.yourPage}</Link>
          <Link to={paths.creatorClicks.href()}>{CREATOR_TEXT.clicks}</Link>
        </p>
      )}
      {error instanceof ApiError && (
        <p className="problem" role="alert">
          {error.message}{' '}
          <Button variant="quiet" onClick={() => setIsNaming(true)}>
            {CREATOR_TEXT.chooseName}
          </Button>
        </p>
      )}
      {isNaming && (
        <Dialog isOpen onClose={() => setIsNaming(false)} title={NAVIGATION_TEXT.yourPage}>
          <PageNamesForm onSaved={() => setIsNaming(false)} />
        </Dialog>
      )}
      <div className={classNames('stack gap-4', styles.entry)}>
        <AddPhotos />
        <ArchiveImport />
      </div>
      <Tabs
        label={NAVIGATION_TEXT.studio}
        tabs={[
          ...STATES.map((value) => ({ value, label: STUDIO_TEXT.tabs[value] })),
          ...(isEditor ? [{ value: QUEUE, label: STUDIO_TEXT.queue } as const] : []),
        ]}
        value={tab}
        onChange={(next) => void navigate({ hash: next }, { replace: true })}
      >
        {tab === QUEUE ? <Queue /> : <Drafts key={state} state={state} />}
      </Tabs>
    </div>
  )
}

/** The lists of drafts and published looks, or the editor of one of them. */
const StudioPage = () => {
  const { draft } = useParams()
  return draft ? <DraftEditor key={draft} id={draft} /> : <DraftList />
}

export default StudioPage
