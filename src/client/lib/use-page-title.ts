import { useEffect } from 'react'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { announce } from './announcer.ts'

/** The server sets the title of the first page; later screens set and announce their own. */
export const usePageTitle = (title: string | null) => {
  useEffect(() => {
    if (title === null) return
    const full = title ? `${title} · ${PRODUCT_TITLE}` : PRODUCT_TITLE
    if (document.title === full) return
    document.title = full
    announce(full)
  }, [title])
}
