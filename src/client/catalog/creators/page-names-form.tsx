import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { CREATOR_PAGE, DRAFT } from '#shared/studio-constants.ts'
import { paths, toSlug } from '#shared/paths.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'

const ADDRESS = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The letters and digits of a name that an address can have; empty for other scripts. */
const proposeAddress = (displayName: string): string =>
  toSlug(displayName)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

type PageNamesFormProps = {
  /** Those of the page; absent if the account has none yet. */
  page?: { name: string; displayName: string }
  onSaved: (name: string) => void
}

/** The name of a creator's page, which is also on their looks, and its address. */
export const PageNamesForm = ({ page, onSaved }: PageNamesFormProps) => {
  const queries = useQueryClient()
  const [displayName, setDisplayName] = useState(page?.displayName ?? '')
  const [chosenAddress, setChosenAddress] = useState(page?.name ?? null)
  const name = chosenAddress ?? proposeAddress(displayName)
  const isValid = ADDRESS.test(name)
  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/studio/page', { body: { displayName: displayName.trim(), name } }),
    onSuccess: async () => {
      onSaved(name)
      await queries.invalidateQueries()
    },
  })
  return (
    <Form onSubmit={() => isValid && save.mutate()}>
      <TextField
        label={CREATOR_TEXT.displayName}
        required
        maxLength={DRAFT.nameChars}
        value={displayName}
        onChange={setDisplayName}
      />
      <TextField
        label={CREATOR_TEXT.address}
        required
        autoCapitalize="none"
        spellCheck={false}
        maxLength={CREATOR_PAGE.nameChars}
        value={name}
        onChange={setChosenAddress}
        problem={name !== '' && !isValid ? CREATOR_TEXT.addressProblem : null}
      />
      {isValid && (
        <p className="quiet small">{CREATOR_TEXT.addressHint(paths.creator.href(name))}</p>
      )}
      <Problem>{save.error?.message}</Problem>
      <Button type="submit" variant="primary" className="start" isBusy={save.isPending}>
        {CREATOR_TEXT.save}
      </Button>
    </Form>
  )
}
