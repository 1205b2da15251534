import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox, ChoiceField, TextField } from '#client/ui/fields.tsx'
import { type FieldText, Form, Problem } from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/state.tsx'
import type { ShopPreview } from '#shared/contract/admin-catalog.ts'
import {
  FEED_QUESTIONS,
  type FeedQuestion,
  listFeedQuestions,
} from '#shared/feed-question-messages.ts'
import styles from './admin-page.module.css'
import { useAdminAction } from './admin-parts.tsx'
import { FileField, uploadFile, UploadProgress } from './upload-file.tsx'
import { NEW_SHOP_TEXT, SHOP_FORM_TEXT } from './shops-messages.ts'
import { RichText, escapeTags } from '#client/ui/rich-text.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { nameCategory } from './name-category.ts'

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
const FIELDS_OF_QUESTIONS: Partial<Record<FeedQuestion, 'currency' | 'shop'>> = {
  currency: 'currency',
  shop: 'shop',
}
const isAnsweredInPreview = (
  question: FeedQuestion,
): question is keyof typeof SHOP_FORM_TEXT.answerPlaces =>
  Object.hasOwn(SHOP_FORM_TEXT.answerPlaces, question)

/** Asks where a shop's items are, shows the first of them, and only then adds the shop. */
export const NewShopForm = () => {
  const form = useRef<HTMLFormElement>(null)
  const [every, setEvery] = useState<keyof typeof SHOP_FORM_TEXT.intervals>('')
  const [share, setShare] = useState(0)
  const [draft, setDraft] = useState<Draft | null>(null)
  /** The last file, which is uploaded once, however often it is previewed. */
  const upload = useRef<{ key: string; id: string } | null>(null)

  const prepare = useAdminAction(async (text: FieldText) => {
    const file = form.current && new FormData(form.current).get('file')
    const hasFile = file instanceof File && file.size > 0
    if (!hasFile && text('source') === '') throw new Error(NEW_SHOP_TEXT.noSource)
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
        aria-label={NEW_SHOP_TEXT.addForm}
        autoComplete="off"
        onSubmit={(text) => prepare.mutate(text)}
        // The shop that is added must be the one of the preview.
        onChange={() => setDraft(null)}
      >
        <TextField label={NEW_SHOP_TEXT.name} name="name" required maxLength={80} />
        <ChoiceField
          label={NEW_SHOP_TEXT.every}
          options={SHOP_FORM_TEXT.intervals}
          value={every}
          onChange={setEvery}
        />
        <TextField label={NEW_SHOP_TEXT.address} name="source" type="url" maxLength={2000} />
        <FileField label={NEW_SHOP_TEXT.file} />
        <TextField
          label={NEW_SHOP_TEXT.currency}
          name="currency"
          pattern="[A-Za-z]{3}"
          maxLength={3}
        />
        <TextField label={NEW_SHOP_TEXT.website} name="shop" type="url" maxLength={2000} />
        <TextField label={NEW_SHOP_TEXT.credit} name="credit" maxLength={300} />
        <Checkbox name="all" label={NEW_SHOP_TEXT.includesAll} />
        <Button
          type="submit"
          variant={draft ? 'secondary' : 'primary'}
          className="start"
          isBusy={prepare.isPending}
        >
          {NEW_SHOP_TEXT.preview}
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
    NEW_SHOP_TEXT.reading,
  )
  const { data } = query
  const seller = data?.seller ?? null
  const isUnready = !data || data.items.length === 0 || query.isFetching
  return (
    <section
      className={styles.preview}
      aria-label={NEW_SHOP_TEXT.preview}
      aria-busy={query.isFetching}
    >
      <h2>{NEW_SHOP_TEXT.preview}</h2>
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
          <h3>{NEW_SHOP_TEXT.notUsable}</h3>
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
          {NEW_SHOP_TEXT.sellerOffersThese(seller)} {FEED_QUESTIONS.seller}
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
            {NEW_SHOP_TEXT.readFromFeed(seller)}
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
          {seller === null ? NEW_SHOP_TEXT.add : NEW_SHOP_TEXT.addSeparately}
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
        {isAnsweredInPreview(question) && SHOP_FORM_TEXT.answerPlaces[question]}
        {field && (
          <Button variant="secondary" onClick={() => onAnswer(field)}>
            {SHOP_FORM_TEXT.enterFields[field]}
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
    <section aria-label={NEW_SHOP_TEXT.skippedCategories}>
      <h3>{NEW_SHOP_TEXT.skipped}</h3>
      <p className="quiet small">
        {isComplete
          ? NEW_SHOP_TEXT.skippedOf(count, itemsRead)
          : NEW_SHOP_TEXT.skippedOfFirst(count, itemsRead)}
      </p>
      <ul className={styles.problems}>
        {leftOut.map(({ category, items, reason, canBeTaken, title }) => (
          <li key={category} className="small row gap-2">
            <span>
              <strong>
                <Verbatim>{nameCategory(category)}</Verbatim>
              </strong>
              : {items} ({NEW_SHOP_TEXT.skippedItem(title, reason)})
            </span>
            {canBeTaken && (
              <Button
                variant="secondary"
                aria-label={NEW_SHOP_TEXT.takeInOf(nameCategory(category))}
                onClick={() => onTake([...taken, category])}
              >
                {NEW_SHOP_TEXT.takeIn}
              </Button>
            )}
          </li>
        ))}
        {taken.map((category) => (
          <li key={category} className="small row gap-2">
            <span>
              <RichText
                text={NEW_SHOP_TEXT.takenIn(escapeTags(nameCategory(category)))}
                tags={{ b: <strong /> }}
              />
            </span>
            <Button
              variant="secondary"
              aria-label={NEW_SHOP_TEXT.skipOf(nameCategory(category))}
              onClick={() => onTake(taken.filter((name) => name !== category))}
            >
              {NEW_SHOP_TEXT.skip}
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
  const options = {
    '': NEW_SHOP_TEXT.noColumn,
    ...Object.fromEntries(columns.map((name) => [name, name])),
  }
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
      <legend className="quiet-heading">{NEW_SHOP_TEXT.columns}</legend>
      <div className={styles.columnFields}>{fields(SHOP_FORM_TEXT.columns)}</div>
      <LinkTemplate template={map['link'] ?? ''} onChoose={(link) => onChoose('link', link)} />
      <details>
        <summary className="small">{NEW_SHOP_TEXT.moreColumns}</summary>
        <div className={styles.columnFields}>{fields(SHOP_FORM_TEXT.moreColumns)}</div>
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
      aria-label={NEW_SHOP_TEXT.formLinks}
      className="stack gap-2"
      onSubmit={(text) => {
        const isTemplate = /\{[^{}]+\}/.test(text('template'))
        setProblem(isTemplate ? null : NEW_SHOP_TEXT.noBraces)
        if (isTemplate) onChoose(text('template'))
      }}
    >
      <TextField
        label={NEW_SHOP_TEXT.linkTemplate}
        name="template"
        maxLength={300}
        defaultValue={template.includes('{') ? template : ''}
        problem={problem}
      />
      <Button type="submit" variant="secondary" className="start">
        {NEW_SHOP_TEXT.formLinks}
      </Button>
    </Form>
  )
}

const Items = ({ items }: { items: ShopPreview['items'] }) => (
  <ul className={styles.items} aria-label={NEW_SHOP_TEXT.firstItems}>
    {items.map((item) => (
      <li key={item.link + item.title} className={styles.item}>
        <Picture url={item.picture ?? ''} frameRatio={5 / 4} shape="avatar" />
        <div className="stack gap-1">
          <strong>
            <Verbatim>{item.title}</Verbatim>
          </strong>
          <bdi>{item.price}</bdi>
          <span className="quiet small">
            <bdi>
              {[item.brand, item.kind, item.colors.join(', '), item.sizes.join(' ')]
                .filter(Boolean)
                .join(' · ')}
            </bdi>
          </span>
          <bdi className="quiet small" dir="ltr">
            {item.link}
          </bdi>
        </div>
      </li>
    ))}
  </ul>
)
