import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { creatorQuery } from '#client/catalog/queries.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { type FieldText, Form, TextField } from '#client/ui/form.tsx'
import { FullPageSpinner } from '#client/ui/state.tsx'
import { CREATOR_PAGE } from '#shared/constants.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { CREATOR_TEXT } from '#shared/product-messages.ts'

type NamedLink = { label: string; url: string }

/** Reads lines such as 'Blog https://ada.example'; null if one of them has no label or no link. */
export const linksFromText = (text: string): NamedLink[] | null => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const links = lines.flatMap((line): NamedLink[] => {
    const [, label = '', url = ''] = /^(.*\S)\s+(\S+)$/.exec(line.trim()) ?? []
    return isHttpLink(url) ? [{ label, url }] : []
  })
  return links.length === lines.length ? links : null
}

export const textFromLinks = (links: readonly NamedLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n')

const ownPageQuery = {
  queryKey: ['own-creator-page'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api('GET /api/my-creator-page', { signal })).data,
}

/** Whether this is the page of the user. */
export const useIsOwnCreatorPage = (name: string, isPublisher: boolean): boolean => {
  const { data } = useQuery({ ...ownPageQuery, enabled: isPublisher })
  return data?.name === name
}

type EditCreatorPageProps = { name: string; onClose: () => void }

export const EditCreatorPage = ({ name, onClose }: EditCreatorPageProps) => {
  const queries = useQueryClient()
  const { data: page } = useQuery(ownPageQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { about: string; links: NamedLink[] }) =>
      api('PATCH /api/my-creator-page', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ownPageQuery.queryKey })
      await queries.invalidateQueries({ queryKey: creatorQuery(name).queryKey })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })
  const handleSubmit = (text: FieldText) => {
    const links = linksFromText(text('links'))
    if (links) mutate({ about: text('about'), links })
    else setProblem(CREATOR_TEXT.linkProblem)
  }
  return (
    <Dialog isOpen onClose={onClose} title={CREATOR_TEXT.edit}>
      {page ? (
        <Form onSubmit={handleSubmit}>
          <TextField
            label={CREATOR_TEXT.about}
            name="about"
            rows={8}
            maxLength={CREATOR_PAGE.aboutChars}
            defaultValue={page.about}
          />
          <TextField
            label={CREATOR_TEXT.links}
            name="links"
            rows={4}
            defaultValue={textFromLinks(page.links)}
            problem={problem}
          />
          <Button type="submit" variant="primary" className="start" isBusy={isPending}>
            {CREATOR_TEXT.save}
          </Button>
        </Form>
      ) : (
        <FullPageSpinner message="Loading" />
      )}
    </Dialog>
  )
}
