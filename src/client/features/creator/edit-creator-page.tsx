import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { creatorQuery } from '#client/catalog/queries.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FullPageSpinner } from '#client/ui/skeleton.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { CREATOR_PAGE } from '#shared/constants.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { CREATOR_TEXT } from '#shared/product-messages.ts'

type NamedLink = { label: string; url: string }

/** 'Blog https://ada.example' on each line; null if one of them is not like that. */
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

/** The creator's page if it is the user's own. */
export const useOwnCreatorPage = (name: string, isPublisher: boolean) => {
  const { data } = useQuery({ ...ownPageQuery, enabled: isPublisher })
  return data?.name === name ? data : null
}

type EditProps = { name: string; onClose: () => void }

export const EditCreatorPage = ({ name, onClose }: EditProps) => {
  const queries = useQueryClient()
  const { data: own } = useQuery(ownPageQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { about: string; links: { label: string; url: string }[] }) =>
      api('PATCH /api/my-creator-page', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ownPageQuery.queryKey })
      await queries.invalidateQueries({ queryKey: creatorQuery(name).queryKey })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (field: string) => {
      const value = given.get(field)
      return typeof value === 'string' ? value : ''
    }
    const links = linksFromText(text('links'))
    if (links) mutate({ about: text('about'), links })
    else setProblem(CREATOR_TEXT.linkProblem)
  }
  return (
    <Dialog isOpen onClose={onClose} title={CREATOR_TEXT.edit}>
      {own ? (
        <form className="stack gap-4" onSubmit={handleSubmit}>
          <TextField
            label={CREATOR_TEXT.about}
            name="about"
            rows={8}
            maxLength={CREATOR_PAGE.aboutChars}
            defaultValue={own.about}
          />
          <TextField
            label={CREATOR_TEXT.links}
            name="links"
            rows={4}
            defaultValue={textFromLinks(own.links)}
            problem={problem}
          />
          <Button type="submit" variant="primary" className="start" isBusy={isPending}>
            {CREATOR_TEXT.save}
          </Button>
        </form>
      ) : (
        <FullPageSpinner message="Loading" />
      )}
    </Dialog>
  )
}
