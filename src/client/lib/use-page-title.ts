import { useEffect } from 'react'
import { PRODUCT_TITLE } from '#shared/messages.ts'

/** The server titles the first page; those reached inside the app title themselves. */
export const usePageTitle = (title: string | null) => {
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} · ${PRODUCT_TITLE}` : PRODUCT_TITLE
  }, [title])
}
