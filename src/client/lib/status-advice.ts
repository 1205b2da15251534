const waitWords = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return `${seconds} seconds`
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** What a refusal without words of its own means, and when a retry makes sense. */
export const statusAdvice = (status: number, retryAfterSeconds = 60): string => {
  const wait = waitWords(retryAfterSeconds)
  if (status === 0) return 'The server could not be reached. Please check your connection.'
  if (status === 401) return 'You have been signed out. Please log in and try again.'
  if (status === 429) return `Too many requests. Please try again in ${wait}.`
  if (status === 413) return 'This is too large to send. Please choose something smaller.'
  if (status >= 500) return `The server has a problem. Please try again in ${wait}.`
  return 'The server did not accept this. Please reload the page and try again.'
}
