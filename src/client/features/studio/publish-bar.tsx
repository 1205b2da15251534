import { hashKey } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { HandOverButton, ScheduleButton, ScheduleNote } from './publish-later.tsx'
import styles from './studio.module.css'
import type { DraftState, LoadedDraft } from './use-draft.ts'

type SaveStatusProps = Pick<DraftState, 'save' | 'flush' | 'reload'> & { isUnchanged: boolean }

const SaveStatus = ({ save, flush, reload, isUnchanged }: SaveStatusProps) =>
  save.name === 'failed' ? (
    <p className="problem" role="alert">
      {save.message}{' '}
      {save.isElsewhere ? (
        <Button variant="quiet" onClick={() => void reload()}>
          {STUDIO_TEXT.loadAgain}
        </Button>
      ) : (
        <Button variant="quiet" onClick={() => void flush()}>
          {STUDIO_TEXT.saveAgain}
        </Button>
      )}
    </p>
  ) : (
    <output className="quiet small">
      {save.name === 'saving'
        ? STUDIO_TEXT.saving
        : isUnchanged
          ? STUDIO_TEXT.nothingToPublish
          : STUDIO_TEXT.saved}
    </output>
  )

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

type PublishBarProps = { state: DraftState; isEditor: boolean } & Omit<LoadedDraft, 'change'>

/** The buttons that preview, publish, withdraw or delete the draft. */
export const PublishBar = ({ state, draft, content, isEditor }: PublishBarProps) => {
  const navigate = useNavigate()
  const { id } = draft
  const isPublished = draft.state === 'published'
  const isUnchanged =
    isPublished && draft.published !== null && hashKey([content]) === hashKey([draft.published])

  const settle = async () => {
    await state.reload()
    await state.refreshLists()
  }
  const publish = useAction(
    async () => {
      const body = { version: state.version.current }
      return (await api('POST /api/studio/drafts/:id/publish', { params: { id }, body })).data
    },
    {
      done: ({ person, isOtherSpelling }) =>
        isOtherSpelling ? STUDIO_TEXT.publishedUnder(person) : STUDIO_TEXT.published,
      subject: id,
      onSuccess: settle,
    },
  )
  const withdraw = useAction(
    () => api('POST /api/studio/drafts/:id/withdraw', { params: { id } }),
    { done: STUDIO_TEXT.withdrawn, subject: id, onSettled: settle },
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
      <ScheduleNote draft={draft} onChanged={settle} />
      {!isUnchanged && <ScheduleButton state={state} id={id} onChanged={settle} />}
      {isEditor && !isPublished && draft.upload && <HandOverButton state={state} id={id} />}
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
      <div className={classNames('row wrap between gap-3', styles.bar)} data-bottom-bar>
        <SaveStatus {...state} isUnchanged={isUnchanged} />
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
            disabled={isUnchanged}
            onClick={() => void handlePublish()}
          >
            {isPublished ? STUDIO_TEXT.publishChanges : STUDIO_TEXT.publish}
          </Button>
        </div>
      </div>
    </>
  )
}
