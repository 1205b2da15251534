import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { SEARCH_RULES } from '#shared/constants.ts'
import type { OwnWord, SearchMiss, SearchPin } from '#shared/contract/admin-search.ts'
import { paths } from '#shared/paths.ts'
import { AdminList, useAdminAction, useAdminQuery } from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { SEARCHES_TEXT } from './searches-messages.ts'
import { ADMIN_TEXT } from './admin-messages.ts'

const buildSearchHref = (q: string) => `${paths.searchResult.href()}?${new URLSearchParams({ q })}`

/** What visitors searched in vain, and what searches take words for. */
export const SearchesTab = () => {
  const [word, setWord] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const query = useAdminQuery('searches', (signal) => api('GET /api/admin/searches', { signal }))
  const explain = (miss: string) => {
    setWord(miss)
    form.current?.querySelector<HTMLInputElement>('[name=meaning]')?.focus()
  }
  return (
    <>
      <h2>{SEARCHES_TEXT.missesTitle}</h2>
      <p className="quiet small">{SEARCHES_TEXT.missesLead(SEARCH_RULES.countedDays)}</p>
      <AdminList
        query={query}
        label={SEARCHES_TEXT.misses}
        notLoaded={SEARCHES_TEXT.missesNotLoaded}
        empty={SEARCHES_TEXT.noMisses}
        items={query.data?.misses ?? []}
      >
        {(miss) => <MissRow key={`${miss.query} ${miss.readAs}`} miss={miss} onExplain={explain} />}
      </AdminList>

      <h2>{SEARCHES_TEXT.words}</h2>
      <p className="quiet small">{SEARCHES_TEXT.wordsLead}</p>
      <WordForm ref={form} word={word} onChange={setWord} />
      {query.data && (
        <AdminList
          query={query}
          label={SEARCHES_TEXT.words}
          notLoaded={SEARCHES_TEXT.wordsNotLoaded}
          empty={SEARCHES_TEXT.noWords}
          items={query.data.words}
        >
          {(own) => <WordRow key={own.word} own={own} />}
        </AdminList>
      )}

      <h2>{SEARCHES_TEXT.pins}</h2>
      <p className="quiet small">{SEARCHES_TEXT.pinsLead(SEARCH_RULES.pinsPerQuery)}</p>
      <PinForm />
      {query.data && (
        <AdminList
          query={query}
          label={SEARCHES_TEXT.pins}
          notLoaded={SEARCHES_TEXT.pinsNotLoaded}
          empty={SEARCHES_TEXT.noPins}
          items={query.data.pins}
        >
          {(pin) => <PinRow key={`${pin.query} ${pin.key}`} pin={pin} />}
        </AdminList>
      )}
    </>
  )
}

type MissRowProps = { miss: SearchMiss; onExplain: (word: string) => void }

const MissRow = ({ miss: { query, readAs, searches }, onExplain }: MissRowProps) => (
  <li className={styles.row}>
    <Link to={buildSearchHref(query)}>{query}</Link>
    <span className="small quiet">
      {readAs === null ? SEARCHES_TEXT.foundNothing : SEARCHES_TEXT.wasReadAs(readAs)}
    </span>
    <span className="small">{searches.toLocaleString(LOCALE_TEXT.locale)}×</span>
    <span>
      <Button aria-label={SEARCHES_TEXT.explainOf(query)} onClick={() => onExplain(query)}>
        {SEARCHES_TEXT.explain}
      </Button>
    </span>
  </li>
)

type WordFormProps = {
  ref: React.RefObject<HTMLFormElement | null>
  word: string
  onChange: (word: string) => void
}

const WordForm = ({ ref, word, onChange }: WordFormProps) => {
  const save = useAdminAction(
    (meaning: string) =>
      api('PUT /api/admin/search-words', { body: { word, meaning: meaning || null } }),
    SEARCHES_TEXT.wordSaved,
  )
  return (
    <Form
      ref={ref}
      className={styles.form}
      aria-label={SEARCHES_TEXT.addWord}
      autoComplete="off"
      onSubmit={(text, element) =>
        save.mutate(text('meaning'), {
          onSuccess: () => {
            onChange('')
            element.reset()
          },
        })
      }
    >
      <TextField
        label={SEARCHES_TEXT.word}
        required
        maxLength={SEARCH_RULES.chars}
        value={word}
        onChange={onChange}
      />
      <TextField label={SEARCHES_TEXT.meaning} name="meaning" maxLength={SEARCH_RULES.chars} />
      <Button type="submit" variant="primary" className="start" isBusy={save.isPending}>
        {SEARCHES_TEXT.saveWord}
      </Button>
    </Form>
  )
}

const WordRow = ({ own: { word, meaning } }: { own: OwnWord }) => {
  const remove = useAdminAction(
    () => api('DELETE /api/admin/search-words/:word', { params: { word } }),
    SEARCHES_TEXT.wordRemoved,
  )
  return (
    <li className={styles.row}>
      <strong>{word}</strong>
      <span className="small">
        {meaning === null ? SEARCHES_TEXT.neverCorrected : SEARCHES_TEXT.means(meaning)}
      </span>
      <span>
        <ConfirmButton
          aria-label={SEARCHES_TEXT.removeWord(word)}
          title={SEARCHES_TEXT.removeWordQuestion(word)}
          description={SEARCHES_TEXT.removeWordExplanation}
          action={remove}
        >
          {ADMIN_TEXT.remove}
        </ConfirmButton>
      </span>
    </li>
  )
}

const PinForm = () => {
  const add = useAdminAction(
    (body: { query: string; product: string }) => api('POST /api/admin/search-pins', { body }),
    SEARCHES_TEXT.pinned,
  )
  return (
    <Form
      className={classNames(styles.form)}
      aria-label={SEARCHES_TEXT.pinForm}
      autoComplete="off"
      onSubmit={(text, element) =>
        add.mutate(
          { query: text('query'), product: text('product') },
          { onSuccess: () => element.reset() },
        )
      }
    >
      <TextField
        label={SEARCHES_TEXT.search}
        name="query"
        required
        maxLength={SEARCH_RULES.chars}
      />
      <TextField label={SEARCHES_TEXT.productAddress} name="product" required maxLength={2000} />
      <Button type="submit" variant="primary" className="start" isBusy={add.isPending}>
        {SEARCHES_TEXT.pin}
      </Button>
    </Form>
  )
}

const PinRow = ({ pin: { query, key, product } }: { pin: SearchPin }) => {
  const name = product?.name ?? SEARCHES_TEXT.productGone
  const remove = useAdminAction(
    () => api('DELETE /api/admin/search-pins/:key', { params: { key }, query: { query } }),
    SEARCHES_TEXT.pinRemoved,
  )
  return (
    <li className={styles.row}>
      <Link to={buildSearchHref(query)}>
        <bdi>{query}</bdi>
      </Link>
      <bdi>{name}</bdi>
      <span>
        <ConfirmButton
          aria-label={SEARCHES_TEXT.removePin(name, query)}
          title={SEARCHES_TEXT.removePinQuestion(query)}
          description={SEARCHES_TEXT.removePinExplanation}
          action={remove}
        >
          {ADMIN_TEXT.remove}
        </ConfirmButton>
      </span>
    </li>
  )
}
