import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmButton } from '#client/ui/dialog.tsx'
import { Form, TextField } from '#client/ui/form.tsx'
import { SEARCH_RULES } from '#shared/constants.ts'
import type { OwnWord, SearchMiss, SearchPin } from '#shared/contract/admin-search.ts'
import { paths } from '#shared/paths.ts'
import { AdminList, useAdminAction, useAdminQuery } from './admin-parts.tsx'
import styles from './admin-page.module.css'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

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
      <h2>Without results or corrected</h2>
      <p className="quiet small">
        How often in the last {SEARCH_RULES.missDays} days, and nothing about who searched. Counts
        are up to a minute old; robots and searches with filters are not counted.
      </p>
      <AdminList
        query={query}
        label="Searches without results or corrected"
        subject="the searches"
        empty="Every search found something"
        items={query.data?.misses ?? []}
      >
        {(miss) => <MissRow key={`${miss.query} ${miss.readAs}`} miss={miss} onExplain={explain} />}
      </AdminList>

      <h2>Words</h2>
      <p className="quiet small">
        With a meaning, a search for the word is one for its meaning, and visitors are told so.
        Without one, such as for a brand, the word is never corrected.
      </p>
      <WordForm ref={form} word={word} onChange={setWord} />
      {query.data && (
        <AdminList
          query={query}
          label="Words"
          subject="the words"
          empty="No words yet"
          items={query.data.words}
        >
          {(own) => <WordRow key={own.word} own={own} />}
        </AdminList>
      )}

      <h2>Pinned products</h2>
      <p className="quiet small">
        Listed above the results of a search under ‘Picked for this search’, as long as they are
        sold; {SEARCH_RULES.pinsPerQuery} for a search at most.
      </p>
      <PinForm />
      {query.data && (
        <AdminList
          query={query}
          label="Pinned products"
          subject="the pinned products"
          empty="No pinned products yet"
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
      {readAs === null ? 'found nothing' : `was read as “${readAs}”`}
    </span>
    <span className="small">{searches.toLocaleString(LOCALE_TEXT.locale)}×</span>
    <span>
      <Button aria-label={`Explain “${query}”`} onClick={() => onExplain(query)}>
        Explain
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
    'Word saved',
  )
  return (
    <Form
      ref={ref}
      className={styles.form}
      aria-label="Add a word"
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
        label="Word or words"
        required
        maxLength={SEARCH_RULES.chars}
        value={word}
        onChange={onChange}
      />
      <TextField
        label="Meaning, as a search (optional)"
        name="meaning"
        maxLength={SEARCH_RULES.chars}
      />
      <Button type="submit" variant="primary" className="start" isBusy={save.isPending}>
        Save word
      </Button>
    </Form>
  )
}

const WordRow = ({ own: { word, meaning } }: { own: OwnWord }) => {
  const remove = useAdminAction(
    () => api('DELETE /api/admin/search-words/:word', { params: { word } }),
    'Word removed',
  )
  return (
    <li className={styles.row}>
      <strong>{word}</strong>
      <span className="small">{meaning === null ? 'never corrected' : `means “${meaning}”`}</span>
      <span>
        <ConfirmButton
          aria-label={`Remove “${word}”`}
          title={`Remove “${word}”?`}
          description="Searches read it as before."
          action={remove}
        >
          Remove
        </ConfirmButton>
      </span>
    </li>
  )
}

const PinForm = () => {
  const add = useAdminAction(
    (body: { query: string; product: string }) => api('POST /api/admin/search-pins', { body }),
    'Product pinned',
  )
  return (
    <Form
      className={classNames(styles.form)}
      aria-label="Pin a product"
      autoComplete="off"
      onSubmit={(text, element) =>
        add.mutate(
          { query: text('query'), product: text('product') },
          { onSuccess: () => element.reset() },
        )
      }
    >
      <TextField label="Search" name="query" required maxLength={SEARCH_RULES.chars} />
      <TextField label="Address of the product’s page" name="product" required maxLength={2000} />
      <Button type="submit" variant="primary" className="start" isBusy={add.isPending}>
        Pin product
      </Button>
    </Form>
  )
}

const PinRow = ({ pin: { query, key, product } }: { pin: SearchPin }) => {
  const name = product?.name ?? 'A product that is not in the catalogue now'
  const remove = useAdminAction(
    () => api('DELETE /api/admin/search-pins/:key', { params: { key }, query: { query } }),
    'Pin removed',
  )
  return (
    <li className={styles.row}>
      <Link to={buildSearchHref(query)}>{query}</Link>
      <span>{name}</span>
      <span>
        <ConfirmButton
          aria-label={`Remove ${name} from “${query}”`}
          title={`Remove the pin from “${query}”?`}
          description="The product is listed where the search finds it."
          action={remove}
        >
          Remove
        </ConfirmButton>
      </span>
    </li>
  )
}
