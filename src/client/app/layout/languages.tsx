import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { chooseLanguage, rememberLanguage } from '#client/account/language.ts'
import { useSession } from '#client/account/session.ts'
import { getOfferedLanguages } from '#client/lib/initial-data.ts'
import { classNames } from '#client/ui/class-names.ts'
import { IconButton } from '#client/ui/button.tsx'
import { LANGUAGE_COOKIE, type OfferedLanguage } from '#shared/languages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { LANGUAGE_TEXT } from '#shared/messages.ts'
import styles from './layout.module.css'

const isLanguageChosen = () => document.cookie.includes(`${LANGUAGE_COOKIE}=`)

/** This page in another language: a new page, because its scripts are others. */
const LanguageLink = ({
  language: { code },
  text,
}: {
  language: OfferedLanguage
  text: string
}) => {
  const { pathname, search, hash } = useLocation()
  const { user } = useSession()
  const prefix = code === 'en' ? '' : `/${code}`
  return (
    <a
      href={(pathname === '/' ? prefix || '/' : prefix + pathname) + search + hash}
      hrefLang={code}
      lang={code}
      dir="auto"
      aria-current={code === LOCALE_TEXT.language ? 'true' : undefined}
      onClick={() => chooseLanguage(code, Boolean(user))}
    >
      {text}
    </a>
  )
}

/** All languages of the site, at the end of every page. */
export const LanguageLinks = () => {
  const languages = getOfferedLanguages()
  if (languages.length === 0) return null
  return (
    <nav className={classNames(styles.languages, styles.links)} aria-label={LANGUAGE_TEXT.choose}>
      {languages.map((language) => (
        <LanguageLink key={language.code} language={language} text={language.name} />
      ))}
    </nav>
  )
}

const neverChanges = () => () => undefined

/** `ofAccount`: chosen on another device. */
const findProposal = (ofAccount: string | null | undefined): OfferedLanguage | undefined => {
  if (isLanguageChosen()) return undefined
  const offered = getOfferedLanguages()
  const preferred = (ofAccount ? [ofAccount] : navigator.languages)
    .map((tag) => offered.find(({ code }) => code === tag.split('-', 1)[0]?.toLowerCase()))
    .find((language) => language !== undefined)
  return preferred?.code === LOCALE_TEXT.language ? undefined : preferred
}

/** Tells a visitor, in the language of the account or browser, that the page exists in it. Closing it stays for good. */
export const LanguageProposal = () => {
  const [isClosed, setClosed] = useState(false)
  const { user } = useSession()
  // The server does not know the browser's languages.
  const language = useSyncExternalStore(
    neverChanges,
    () => findProposal(user?.language),
    () => undefined,
  )
  if (!language || isClosed) return null
  return (
    <aside className={classNames('small', styles.proposal)} aria-label={LANGUAGE_TEXT.choose}>
      <LanguageLink language={language} text={language.proposal} />
      <IconButton
        icon="close"
        label={LANGUAGE_TEXT.close}
        onClick={() => {
          rememberLanguage(LOCALE_TEXT.language)
          setClosed(true)
        }}
      />
    </aside>
  )
}
