import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { NOTICE } from '#shared/constants.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { SUGGESTION_TEXT } from '#shared/messages.ts'
import styles from './celebrity-image-page.module.css'

type NotItProps = { item: string; name: string }

/** A visitor doubts a worn item, or knows which it is. Editors decide. */
export const NotIt = ({ item, name }: NotItProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.notIt}
        aria-label={SUGGESTION_TEXT.notItName(name)}
        onClick={() => setIsOpen(true)}
      >
        {SUGGESTION_TEXT.notIt}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={SUGGESTION_TEXT.notIt}
        description={SUGGESTION_TEXT.explanation(name)}
      >
        <SuggestionForm item={item} onSent={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const SuggestionForm = ({ item, onSent }: { item: string; onSent: () => void }) => {
  const [problem, setProblem] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: ({ link, note }: { link: string; note: string }) =>
      api('POST /api/suggestions', {
        body: { item, kind: link ? 'other' : 'not-it', link: link || null, note },
      }),
    onSuccess: () => {
      toast.show(SUGGESTION_TEXT.thanks, { kind: 'success' })
      onSent()
    },
    onError: (error) => toast.show(error.message, { kind: 'error' }),
  })
  return (
    <form
      className="stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const textOf = (name: string) => {
          const value = fields.get(name)
          return typeof value === 'string' ? value.trim() : ''
        }
        const link = textOf('link')
        const isLink = link === '' || (isHttpLink(link) && URL.canParse(link))
        setProblem(isLink ? null : SUGGESTION_TEXT.badLink)
        if (isLink) send.mutate({ link, note: textOf('note') })
      }}
    >
      <TextField
        label={SUGGESTION_TEXT.link}
        name="link"
        type="url"
        inputMode="url"
        placeholder="https://"
        problem={problem}
      />
      <TextField label={SUGGESTION_TEXT.note} name="note" rows={3} maxLength={NOTICE.reasonChars} />
      <Button type="submit" variant="primary" className="start" isBusy={send.isPending}>
        {SUGGESTION_TEXT.send}
      </Button>
    </form>
  )
}
