import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, TextField } from '#client/ui/form.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { NOTICE } from '#shared/constants.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { SUGGESTION_TEXT } from '#shared/messages.ts'
import styles from './celebrity-image-page.module.css'

type SuggestCorrectionProps = { item: string; name: string }

/** Lets a visitor report a wrong product, or name the right one. Editors decide. */
export const SuggestCorrection = ({ item, name }: SuggestCorrectionProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.suggest}
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
  const send = useAction(
    ({ link, note }: { link: string; note: string }) =>
      api('POST /api/suggestions', {
        body: { item, kind: link ? 'other' : 'not-it', link: link || null, note },
      }),
    { done: SUGGESTION_TEXT.thanks, onSuccess: onSent },
  )
  return (
    <Form
      noValidate
      onSubmit={(text) => {
        const link = text('link')
        const isLink = link === '' || (isHttpLink(link) && URL.canParse(link))
        setProblem(isLink ? null : SUGGESTION_TEXT.badLink)
        if (isLink) send.mutate({ link, note: text('note') })
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
    </Form>
  )
}
