import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/call-query.ts'
import { useAction } from '#client/ui/use-action.ts'
import { paths } from '#shared/paths.ts'
import { useSession } from './session.ts'

export const followingQuery = callQuery(['following'], 'GET /api/following', {})

/** Whether the user follows a person, and how to change it. A visitor is asked to sign in. */
export const useFollow = (name: string) => {
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data } = useQuery({ ...followingQuery, enabled: Boolean(user) })
  const isFollowed = data?.people.some((person) => person.name === name) ?? false
  const { mutate, isPending } = useAction(
    () =>
      isFollowed
        ? api('DELETE /api/following/:name', { params: { name } })
        : api('PUT /api/following/:name', { params: { name } }),
    { refresh: [followingQuery.queryKey] },
  )
  const toggle = () => {
    if (user) mutate()
    else void navigate(paths.login.href({ redirect: pathname }))
  }
  return { isFollowed, isPending, toggle }
}
