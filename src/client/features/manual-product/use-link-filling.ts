import { useState } from 'react'
import { ApiError, api } from '#client/lib/api.ts'
import { MANUAL_PRODUCT_TEXT } from '#shared/account-messages.ts'
import type { LinkedProduct } from '#shared/contract/product-links.ts'
import { websiteProblem } from '#shared/domain/manual-product-rules.ts'

type Status = { text: string; isProblem: boolean }

/** Reads the page behind a link. `fill` says which fields it filled in. */
export const useLinkFilling = (fill: (product: LinkedProduct) => string[]) => {
  const [isReading, setIsReading] = useState(false)
  const [status, setStatus] = useState<Status | null>(null)

  const read = async (link: string) => {
    if (websiteProblem(link) !== null) return
    setIsReading(true)
    setStatus({ text: MANUAL_PRODUCT_TEXT.reading, isProblem: false })
    try {
      const { data } = await api('POST /api/product-from-link', { body: { link: link.trim() } })
      const filled = MANUAL_PRODUCT_TEXT.filled(fill(data))
      const price = data.currency && MANUAL_PRODUCT_TEXT.priceIn(data.currency)
      setStatus({ text: [filled, price].filter(Boolean).join(' '), isProblem: false })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setStatus({ text: error.message, isProblem: true })
    } finally {
      setIsReading(false)
    }
  }

  return { read, isReading, status }
}
