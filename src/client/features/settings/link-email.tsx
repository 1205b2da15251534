import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeForm } from '#client/account/code-form.tsx'
import { EmailField } from '#client/account/email-field.tsx'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import { linkedQuery } from './linked-query.ts'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'

/** Makes an address a way to sign in, once a code that was sent to it has come back. */
export const LinkEmail = () => {
  const queries = useQueryClient()
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [email, setEmail] = useState(user?.email ?? '')
  const ask = useMutation({ mutationFn: () => api('POST /api/account/email', { body: { email } }) })
  const enter = useMutation({
    mutationFn: (code: string) => api('POST /api/account/email/code', { body: { code } }),
    onSuccess: async () => {
      setIsOpen(false)
      toast.show('You can sign in with your email now')
      await queries.invalidateQueries({ queryKey: linkedQuery.queryKey })
    },
  })
  const { start, isChecking, dialog } = useRecentSignIn('link-email', () => setIsOpen(true))
  return (
    <>
      <Button isBusy={isChecking} onClick={start}>
        Link Email
      </Button>
      {dialog}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Sign in with your email">
        {ask.isSuccess ? (
          <CodeForm
            submit="Link Email"
            isBusy={enter.isPending}
            problem={enter.error?.message}
            onSubmit={enter.mutate}
          />
        ) : (
          <form
            className="stack gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              ask.mutate()
            }}
          >
            <EmailField value={email} onChange={setEmail} problem={ask.error?.message} />
            <Button type="submit" variant="primary" isBusy={ask.isPending}>
              Send a code
            </Button>
          </form>
        )}
      </Dialog>
    </>
  )
}
