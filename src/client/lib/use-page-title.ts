import { useEffect } from 'react'
import { getSiteName } from './initial-data.ts'

export const ANNOUNCER_ID = 'announcer'

/** Browsers announce pages that they load; a page that the app shows has to announce itself. */
export const announceText = (text: string) => {
  const region = document.querySelector(`#${ANNOUNCER_ID}`)
  if (region) region.textContent = text
}

/** The server sets the title of the first page; later screens set and announce their own. */
export const usePageTitle = (title: string | null) => {
  useEffect(() => {
    if (title === null) return
    const full = title ? `${title} · ${getSiteName()}` : getSiteName()
    if (document.title === full) return
    document.title = full
    announceText(full)
  }, [title])
}
