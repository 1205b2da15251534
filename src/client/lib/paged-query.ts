import { infiniteQueryOptions } from '@tanstack/react-query'

type Cursor = string | undefined

/** A list that is loaded page by page; its first page may have come inside the document. */
export const pagedQuery = <Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  load: (after: { after?: string }, signal: AbortSignal) => Promise<{ data: Page }>,
  inlined: () => { data: Page } | undefined = () => undefined,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      (await load(pageParam === undefined ? {} : { after: pageParam }, signal)).data,
    initialData: () => {
      const reply = inlined()
      return reply && { pages: [reply.data], pageParams: [undefined] }
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }): Cursor => next ?? undefined,
  })
