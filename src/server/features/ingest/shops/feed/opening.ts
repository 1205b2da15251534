/** The first pieces of a stream, as many as are `enough`, and the whole stream including them. */
export const withOpening = async <T>(
  input: AsyncIterable<T>,
  isEnough: (opening: readonly T[]) => boolean,
): Promise<[T[], AsyncIterable<T>]> => {
  const iterator = input[Symbol.asyncIterator]()
  const opening: T[] = []
  let isDone = false
  while (!isDone && !isEnough(opening)) {
    const next = await iterator.next()
    if (next.done) isDone = true
    else opening.push(next.value)
  }
  async function* all() {
    yield* opening
    if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return [opening, all()]
}
