const waitWords = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return `${seconds} seconds`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** What a refusal without words of its own means, and when a retry makes sense. */
export const statusAdvice = ({ status, headers }: Pick<Response, 'status' | 'headers'>): string => {
  const retryAfter = Number(headers.get('retry-after'))
  const wait = waitWords(Number.isInteger(retryAfter) && retryAfter > 0 ? retryAfter : 60)
  if (status === 429) return `Too many requests. Please try again in ${wait}.`
  if (status === 413) return 'This is too large to send. Please choose something smaller.'
  if (status >= 500) return `The server has a problem. Please try again in ${wait}.`
  return 'The server did not accept this. Please reload the page and try again.'
}
