import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import {
  Checkbox,
  ChoiceField,
  type FieldText,
  Form,
  Problem,
  TextField,
} from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/state.tsx'
import type { ShopPreview } from '#shared/contract/admin-catalog.ts'
import { FEED_QUESTIONS, type FeedQuestion, listFeedQuestions } from '#shared/feed-questions.ts'
import styles from './admin-page.module.css'
import { useAdminAction } from './admin-parts.tsx'
import { FileField, uploadFile, UploadProgress } from './upload-file.tsx'

const INTERVALS = {
  '': 'Manual',
  '1h': 'Every hour',
  '6h': 'Every 6 hours',
  '1d': 'Every day',
}

/** The attributes that an item needs, or that make it easier to find. */
const COLUMNS = {
  title: 'Title',
  price: 'Price',
  link: 'Link',
  image_link: 'Picture',
  brand: 'Brand',
  product_type: 'Category',
  color: 'Colour',
  size: 'Size',
}
const MORE_COLUMNS = {
  id: 'Item number',
  item_group_id: 'Variant group ID',
  description: 'Description',
  currency: 'Currency',
  sale_price: 'Sale price',
  availability: 'Availability',
  condition: 'Condition',
  gender: 'Department',
  age_group: 'Age group',
  material: 'Material',
  gtin: 'GTIN or EAN',
  mpn: 'Part number',
}

type Draft = {
  name: string
  source: string
  every?: string
  currency?: string
  shop?: string
  credit?: string
  only?: string
}
/** The column of the file for each attribute. */
type ColumnChoices = Readonly<Record<string, string>>

/** `title=Name,brand=`; a comma inside a column's name is written twice. */
const formatColumnMap = (columns: ColumnChoices) =>
  Object.entries(columns)
    .map(([attribute, column]) => `${attribute}=${column.replaceAll(',', ',,')}`)
    .join(',')

const NO_CHOICES: ColumnChoices = {}

/** Which field of the form answers a question; the others are answered in the preview. */
const FIELDS_OF_QUESTIONS: Partial<Record<FeedQuestion, { name: string; label: string }>> = {
  currency: { name: 'currency', label: 'Enter the currency' },
  shop: { name: 'shop', label: 'Enter the website' },
}
/** Where the preview answers a question. */
const PLACES_OF_QUESTIONS: Partial<Record<FeedQuestion, string>> = {
  title: 'Choose it under ‘Columns of the file’.',
  price: 'Choose it under ‘Columns of the file’.',
  link: 'Choose its column, or form it from other columns, under ‘Columns of the file’.',
  categories: 'Take them in below.',
}

/** Asks where a shop's items are, shows the first of them, and only then adds the shop. */
export const NewShopForm = () => {
  const form = useRef<HTMLFormElement>(null)
  const [every, setEvery] = useState<keyof typeof INTERVALS>('')
  const [share, setShare] = useState(0)
  const [draft, setDraft] = useState<Draft | null>(null)
  /** The last file, which is uploaded once, however often it is previewed. */
  const upload = useRef<{ key: string; id: string } | null>(null)

  const prepare = useAdminAction(async (text: FieldText) => {
    const file = form.current && new FormData(form.current).get('file')
    const hasFile = file instanceof File && file.size > 0
    if (!hasFile && text('source') === '') throw new Error('Enter an address or choose a file.')
    const key = hasFile ? `${file.name} ${file.size} ${file.lastModified}` : ''
    if (hasFile && upload.current?.key !== key) {
      setShare(0)
      upload.current = { key, id: await uploadFile(file, { feed: true, onProgress: setShare }) }
    }
    const optional = {
      every: hasFile ? '' : every,
      currency: text('currency').toUpperCase(),
      shop: text('shop'),
      credit: text('credit'),
      only: text('all') ? 'all' : '',
    }
    setDraft({
      name: text('name'),
      source: hasFile ? `upload:${upload.current?.id ?? ''}` : text('source'),
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
    })
  })
  const handleAdded = () => {
    form.current?.reset()
    setEvery('')
    setDraft(null)
  }
  return (
    <>
      <Form
        ref={form}
        className={styles.form}
        aria-label="Add a shop"
        autoComplete="off"
        onSubmit={(text) => prepare.mutate(text)}
        // The shop that is added must be the one of the preview.
        onChange={() => setDraft(null)}
      >
        <TextField label="Name" name="name" required maxLength={80} />
        <ChoiceField
          label="How often to read the feed"
          options={INTERVALS}
          value={every}
          onChange={setEvery}
        />
        <TextField label="Address of the feed" name="source" type="url" maxLength={2000} />
        <FileField label="Or a file from this computer (CSV, Excel, XML or JSON, also gzipped or zipped)" />
        <TextField
          label="Currency, if the feed names none (such as EUR)"
          name="currency"
          pattern="[A-Za-z]{3}"
          maxLength={3}
        />
        <TextField
          label="Website of the shop, if its items have no links"
          name="shop"
          type="url"
          maxLength={2000}
        />
        <TextField label="Credit for its pictures (optional)" name="credit" maxLength={300} />
        <Checkbox name="all" label="Include items that are not fashion" />
        <Button
          type="submit"
          variant={draft ? 'secondary' : 'primary'}
          className="start"
          isBusy={prepare.isPending}
        >
          Preview
        </Button>
        {prepare.isPending && share > 0 && <UploadProgress share={share} />}
      </Form>
      {draft && (
        <Preview
          key={JSON.stringify(draft)}
          draft={draft}
          onAdded={handleAdded}
          onAnswer={(name) => {
            const field = form.current?.elements.namedItem(name)
            if (field instanceof HTMLInputElement) field.focus()
          }}
        />
      )}
    </>
  )
}

type PreviewProps = {
  draft: Draft
  onAdded: () => void
  /** Leads to a field of the form. */
  onAnswer: (field: string) => void
}

const Preview = ({ draft, onAdded, onAnswer }: PreviewProps) => {
  const [columns, setColumns] = useState(NO_CHOICES)
  const [taken, setTaken] = useState<readonly string[]>([])
  const settings = {
    ...draft,
    ...(taken.length > 0 ? { take: [...taken] } : {}),
    ...(columns === NO_CHOICES ? {} : { map: formatColumnMap(columns) }),
  }
  const { name: _name, ...body } = settings
  const query = useQuery({
    // Not below 'admin', whose queries every action fetches again: that would read the feed.
    queryKey: ['shop-preview', body],
    queryFn: async ({ signal }) =>
      (await api('POST /api/admin/shops/preview', { body, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Infinity,
  })
  const add = useAdminAction(
    (choice: { name?: string; replaces?: boolean; separate?: boolean }) =>
      api('POST /api/admin/shops', { body: { ...settings, ...choice } }),
    'Reading the feed of the shop',
  )
  const { data } = query
  const seller = data?.seller ?? null
  const isUnready = !data || data.items.length === 0 || query.isFetching
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={query.isFetching}>
      <h2>Preview</h2>
      {query.isPending && <Skeleton />}
      <Problem>{query.error?.message}</Problem>
      <Questions
        questions={query.error ? listFeedQuestions(query.error.message) : (data?.questions ?? [])}
        isStated={query.error !== null}
        onAnswer={onAnswer}
      />
      {data && data.columns.length > 0 && (
        <ColumnMap
          preview={data}
          onChoose={(attribute, column) => setColumns({ ...columns, [attribute]: column })}
        />
      )}
      {data && <Items items={data.items} />}
      {data && (data.leftOut.length > 0 || taken.length > 0) && (
        <SkippedCategories preview={data} taken={taken} onTake={setTaken} />
      )}
      {data && data.problems.length > 0 && (
        <>
          <h3>Not usable</h3>
          <ul className={styles.problems}>
            {data.problems.map((problem) => (
              <li key={problem} className="small">
                {problem}
              </li>
            ))}
          </ul>
        </>
      )}
      {seller !== null && (
        <p aria-live="polite">
          ‘{seller}’ already offers these items, at the same addresses. {FEED_QUESTIONS.seller}
        </p>
      )}
      <div className="row wrap gap-2">
        {seller !== null && (
          <Button
            variant="primary"
            disabled={isUnready}
            isBusy={add.isPending}
            onClick={() => add.mutate({ name: seller, replaces: true }, { onSuccess: onAdded })}
          >
            Read ‘{seller}’ from this feed
          </Button>
        )}
        <Button
          variant={seller === null ? 'primary' : 'secondary'}
          disabled={isUnready}
          isBusy={add.isPending}
          onClick={() =>
            add.mutate(seller === null ? {} : { separate: true }, { onSuccess: onAdded })
          }
        >
          {seller === null ? 'Add shop' : 'Add as another shop'}
        </Button>
      </div>
    </section>
  )
}

type QuestionsProps = {
  questions: readonly FeedQuestion[]
  /** Whether the problem above already asks. */
  isStated: boolean
  onAnswer: (field: string) => void
}

/** What the operator has to say before the items can be used, and where. */
const Questions = ({ questions, isStated, onAnswer }: QuestionsProps) =>
  questions.map((question) => {
    const field = FIELDS_OF_QUESTIONS[question]
    return (
      <p key={question} className="row wrap gap-2">
        {!isStated && <strong>{FEED_QUESTIONS[question]}</strong>}
        {PLACES_OF_QUESTIONS[question]}
        {field && (
          <Button variant="secondary" onClick={() => onAnswer(field.name)}>
            {field.label}
          </Button>
        )}
      </p>
    )
  })

type SkippedCategoriesProps = {
  preview: ShopPreview
  taken: readonly string[]
  onTake: (categories: readonly string[]) => void
}

/** What the shop sells besides fashion, of which the operator may take in some. */
const SkippedCategories = ({ preview, taken, onTake }: SkippedCategoriesProps) => {
  const { leftOut, itemsRead, isComplete } = preview
  const count = leftOut.reduce((sum, { items }) => sum + items, 0)
  return (
    <section aria-label="Skipped categories">
      <h3>Skipped: not clearly fashion</h3>
      <p className="quiet small">
        {count} of {isComplete ? '' : 'the first '}
        {itemsRead} items
      </p>
      <ul className={styles.problems}>
        {leftOut.map(({ category, items, reason, title }) => (
          <li key={category} className="small row gap-2">
            <span>
              <strong>{category}</strong>: {items} (‘{title}’ {reason})
            </span>
            {/* Gift cards and drafts stay out. */}
            {!/not published|not a product/.test(reason) && (
              <Button
                variant="secondary"
                aria-label={`Take in ${category}`}
                onClick={() => onTake([...taken, category])}
              >
                Take these in
              </Button>
            )}
          </li>
        ))}
        {taken.map((category) => (
          <li key={category} className="small row gap-2">
            <span>
              <strong>{category}</strong>: taken in
            </span>
            <Button
              variant="secondary"
              aria-label={`Skip ${category} after all`}
              onClick={() => onTake(taken.filter((name) => name !== category))}
            >
              Skip after all
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ColumnMapProps = {
  preview: ShopPreview
  onChoose: (attribute: string, column: string) => void
}

const ColumnMap = ({ preview: { columns, map }, onChoose }: ColumnMapProps) => {
  const options = { '': 'None', ...Object.fromEntries(columns.map((name) => [name, name])) }
  const fields = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([attribute, label]) => (
      <ChoiceField
        key={attribute}
        label={label}
        options={withTemplate(options, map[attribute] ?? '')}
        value={map[attribute] ?? ''}
        onChange={(column) => onChoose(attribute, column)}
      />
    ))
  return (
    <fieldset className="stack gap-3">
      <legend className="quiet-heading">Columns of the file</legend>
      <div className={styles.columnFields}>{fields(COLUMNS)}</div>
      <LinkTemplate template={map['link'] ?? ''} onChoose={(link) => onChoose('link', link)} />
      <details>
        <summary className="small">More columns</summary>
        <div className={styles.columnFields}>{fields(MORE_COLUMNS)}</div>
      </details>
    </fieldset>
  )
}

const withTemplate = (options: Readonly<Record<string, string>>, value: string) =>
  value.includes('{') ? { ...options, [value]: value } : options

/** For items whose address can be formed from other columns. */
const LinkTemplate = ({
  template,
  onChoose,
}: {
  template: string
  onChoose: (template: string) => void
}) => {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Form
      aria-label="Form the links"
      className="stack gap-2"
      onSubmit={(text) => {
        const isTemplate = /\{[^{}]+\}/.test(text('template'))
        setProblem(isTemplate ? null : 'Put the name of a column in braces.')
        if (isTemplate) onChoose(text('template'))
      }}
    >
      <TextField
        label="Or form the link from columns, such as /products/{handle}"
        name="template"
        maxLength={300}
        defaultValue={template.includes('{') ? template : ''}
        problem={problem}
      />
      <Button type="submit" variant="secondary" className="start">
        Form the links
      </Button>
    </Form>
  )
}

const Items = ({ items }: { items: ShopPreview['items'] }) => (
  <ul className={styles.items} aria-label="First items">
    {items.map((item) => (
      <li key={item.link + item.title} className={styles.item}>
        <Picture url={item.picture ?? ''} frameRatio={5 / 4} shape="avatar" />
        <div className="stack gap-1">
          <strong>{item.title}</strong>
          <span>{item.price}</span>
          <span className="quiet small">
            {[item.brand, item.kind, item.colors.join(', '), item.sizes.join(' ')]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="quiet small">{item.link}</span>
        </div>
      </li>
    ))}
  </ul>
)
