import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { toast } from '#client/ui/toast.ts'
import type { InviteRequest } from '#shared/contract/invitations.ts'
import styles from './admin-page.module.css'
import { dateText } from './date-text.ts'
import { InvitationMade } from './invitation-made.tsx'
import { ShowMore } from './show-more.tsx'
import { useAction } from './use-action.ts'

/** Who asks to be invited. Nothing is shown if nobody does. */
export const InviteRequests = () => {
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: ['admin', 'invite-requests'],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/admin/invite-requests', {
          query: pageParam ? { after: pageParam } : {},
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  // Here and not in the row, which goes with the request: the code is shown only once.
  const accept = useMutation({
    mutationFn: async (id: string) =>
      (await api('POST /api/admin/invite-requests/:id/accept', { params: { id } })).data,
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <>
      <h2>Requests</h2>
      <div aria-live="polite">{accept.data && <InvitationMade {...accept.data} />}</div>
      <ul className={styles.list} aria-label="Requests" aria-busy={list.isFetching}>
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isBusy={accept.isPending}
            onAccept={() => accept.mutate(request.id)}
          />
        ))}
      </ul>
      <ShowMore query={list} count={requests.length} what="requests" />
    </>
  )
}

type RequestRowProps = { request: InviteRequest; isBusy: boolean; onAccept: () => void }

const RequestRow = ({ request, isBusy, onAccept }: RequestRowProps) => {
  const { id, email, name, message, askedAt } = request
  const decline = useAction(
    () => api('POST /api/admin/invite-requests/:id/decline', { params: { id } }),
    'The request is declined',
  )
  return (
    <li className={styles.row}>
      <span>
        {name ?? email} {name && <span className="quiet small">{email}</span>}
      </span>
      <span className="quiet small">{message}</span>
      <span className={classNames('quiet small', styles.when)}>{dateText(askedAt)}</span>
      <span className="row wrap gap-2">
        <Button variant="primary" aria-label={`Invite ${email}`} isBusy={isBusy} onClick={onAccept}>
          Invite
        </Button>
        <Button
          aria-label={`Decline ${email}`}
          isBusy={decline.isPending}
          onClick={() => decline.mutate(undefined)}
        >
          Decline
        </Button>
      </span>
    </li>
  )
}
