/** More are forgotten: a crawler that walks the whole sitemap must not make us do the same. */
const MOST_KEPT = 5_000

/**
 * Which products people have looked at, until somebody asks. In memory and without who or when, so that
 * a page view costs no query and leaves nothing personal.
 */
export const createViews = () => {
  let viewed = new Set<string>()
  return {
    note: (productId: string): void => {
      if (viewed.size < MOST_KEPT) viewed.add(productId)
    },
    take: (): string[] => {
      const taken = [...viewed]
      viewed = new Set()
      return taken
    },
  }
}
export type Views = ReturnType<typeof createViews>
