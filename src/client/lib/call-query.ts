import { queryOptions } from '@tanstack/react-query'
import { api, type CallKey, type CallOptions, type CallReply, inlinedReply } from './api.ts'

type CallData<K extends CallKey> = CallReply<K> extends { data: infer Data } ? Data : never
type DataReply<K extends CallKey> = { data: CallData<K> }

/** The data of a GET call as a query. The reply may have come inside the document. */
export const callQuery = <K extends CallKey>(
  queryKey: readonly unknown[],
  key: K,
  options: CallOptions<K>,
) => {
  // Only for a certain key does TypeScript know that the call takes these options and replies with data.
  const call = api as unknown as (key: K, options: object) => Promise<DataReply<K>>
  const inlinedData = () => (inlinedReply(key, options as object) as DataReply<K> | undefined)?.data
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await call(key, { ...options, signal })).data,
    initialData: inlinedData,
  })
}
