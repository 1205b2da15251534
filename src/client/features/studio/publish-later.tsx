import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import type { Draft } from '#shared/contract/studio.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import type { DraftState } from './use-draft.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

const formatMoment = (moment: string) =>
  new Date(moment).toLocaleString(LOCALE_TEXT.locale, { dateStyle: 'medium', timeStyle: 'short' })

type ScheduleNoteProps = { draft: Draft; onChanged: () => Promise<unknown> }

/** When the draft is published by itself, or why that did not work. */
export const ScheduleNote = ({ draft, onChanged }: ScheduleNoteProps) => {
  const { id, publishAt, publishProblem } = draft
  const cancel = useAction(
    () => api('DELETE /api/studio/drafts/:id/schedule', { params: { id } }),
    { onSettled: onChanged },
  )
  if (publishProblem)
    return (
      <p className="problem" role="alert">
        {STUDIO_TEXT.scheduleProblem(publishProblem)}
      </p>
    )
  if (publishAt === null) return null
  return (
    <p className="label">
      {STUDIO_TEXT.scheduledFor(formatMoment(publishAt))}{' '}
      <Button variant="quiet" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        {STUDIO_TEXT.callOff}
      </Button>
    </p>
  )
}

type DialogButtonProps = { state: DraftState; id: string }

export const ScheduleButton = ({
  state,
  id,
  onChanged,
}: DialogButtonProps & { onChanged: () => Promise<unknown> }) => {
  const [isOpen, setIsOpen] = useState(false)
  const schedule = useAction(
    async (local: string) => {
      if (!(await state.flush())) throw new Error(STUDIO_TEXT.notSaved)
      const body = { version: state.version.current, at: new Date(local).toISOString() }
      await api('PUT /api/studio/drafts/:id/schedule', { params: { id }, body })
    },
    {
      onSuccess: async () => {
        setIsOpen(false)
        await onChanged()
      },
    },
  )
  return (
    <>
      <Button variant="quiet" className="start" onClick={() => setIsOpen(true)}>
        {STUDIO_TEXT.schedule}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={STUDIO_TEXT.schedule}
        description={STUDIO_TEXT.scheduleHint}
      >
        <Form onSubmit={(text) => schedule.mutate(text('at'))}>
          <TextField label={STUDIO_TEXT.scheduleAt} name="at" type="datetime-local" required />
          <Button type="submit" variant="primary" className="start" isBusy={schedule.isPending}>
            {STUDIO_TEXT.scheduleIt}
          </Button>
        </Form>
      </Dialog>
    </>
  )
}

const editorsQuery = createCallQuery(['studio', 'editors'], 'GET /api/studio/editors', {})

export const HandOverButton = ({ state, id }: DialogButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="start" onClick={() => setIsOpen(true)}>
        {STUDIO_TEXT.handOver}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={STUDIO_TEXT.handOver}
        description={STUDIO_TEXT.handOverHint}
      >
        {isOpen && <HandOverForm state={state} id={id} />}
      </Dialog>
    </>
  )
}

const HandOverForm = ({ state, id }: DialogButtonProps) => {
  const navigate = useNavigate()
  const query = useQuery(editorsQuery)
  const [chosenEditor, setChosenEditor] = useState<string | null>(null)
  const give = useAction(
    async (editor: string) => {
      if (!(await state.flush())) throw new Error(STUDIO_TEXT.notSaved)
      const body = { version: state.version.current, editor }
      await api('POST /api/studio/drafts/:id/hand-over', { params: { id }, body })
    },
    {
      done: STUDIO_TEXT.handedOver,
      onSuccess: async () => {
        await navigate(paths.studio.href())
        await state.refreshLists()
      },
    },
  )
  if (query.isError) return <QueryError title={STUDIO_TEXT.editorsNotLoaded} query={query} />
  if (!query.data) return <Skeleton />
  const [first] = query.data.editors
  if (!first) return <Problem>{STUDIO_TEXT.noOtherEditors}</Problem>
  const editor = chosenEditor ?? first.id
  return (
    <Form onSubmit={() => give.mutate(editor)}>
      <ChoiceField
        label={STUDIO_TEXT.editor}
        options={Object.fromEntries(query.data.editors.map(({ id: uid, name }) => [uid, name]))}
        value={editor}
        onChange={setChosenEditor}
      />
      <Button type="submit" variant="primary" className="start" isBusy={give.isPending}>
        {STUDIO_TEXT.handOver}
      </Button>
    </Form>
  )
}
