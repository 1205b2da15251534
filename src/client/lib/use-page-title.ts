import { useEffect } from 'react'
import { PRODUCT_TITLE } from '#shared/messages.ts'

/** The server sets the title of the first page; later screens set their own. */
export const usePageTitle = (title: string | null) => {
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} · ${PRODUCT_TITLE}` : PRODUCT_TITLE
  }, [title])
}
