import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Price } from '#client/catalog/products/price.tsx'
import { api, describeFailure } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { FIELD_LIMITS } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { DraftProduct, Proposal } from '#shared/contract/studio.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { formatDisplayPrice } from '#shared/domain/price.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { capitalize } from '#shared/domain/text.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { type PhotoPart, ProductByHand } from './product-by-hand.tsx'
import styles from './studio.module.css'

/** A product of the catalogue in the form in which drafts store it. */
const draftProduct = (card: CatalogProduct): DraftProduct => ({
  id: card.id,
  title: card.name.slice(0, FIELD_LIMITS.nameChars),
  brand: card.brand,
  price: card.price.slice(0, FIELD_LIMITS.priceChars),
  shop: card.shop ?? null,
  link: card.website,
  category: CATEGORIES.find((category) => category === card.category) ?? null,
  picture: card.product_image ?? (card.celebrity_image || null),
})

type ProductRowProps = { product: DraftProduct; tag?: string | null; children?: ReactNode }

/** Picture, title, price and shop in one line. */
export const ProductRow = ({ product, tag, children }: ProductRowProps) => (
  <div className={classNames('row gap-3', styles.product)}>
    <span className={classNames('frame', styles.thumb)}>
      {product.picture && <Picture url={product.picture} frameRatio={1} shape="avatar" />}
    </span>
    <span className={classNames('stack', styles.productWords)}>
      {tag && <span className={classNames('small', styles.tag)}>{tag}</span>}
      <span className="label">
        <Verbatim>{product.title}</Verbatim>
      </span>
      <span className="quiet small">
        <Price price={product.price} />{' '}
        <Name>
          {formatDisplaySeller({ seller: product.shop ?? undefined, productLink: product.link })}
        </Name>
      </span>
    </span>
    {children}
  </div>
)

const LINK_TIMEOUT_MS = 5_000
const MAX_PRODUCTS = 12

type ChoicesProps = {
  label: string
  products: readonly DraftProduct[]
  onPick: (product: DraftProduct) => void
}

const Choices = ({ label, products, onPick }: ChoicesProps) => (
  <ul className="stack gap-1" aria-label={label}>
    {products.map((product) => (
      <li key={product.id}>
        <button type="button" className={styles.pick} onClick={() => onPick(product)}>
          <ProductRow product={product} />
        </button>
      </li>
    ))}
  </ul>
)

/** Products that look like the object. */
const LookAlikes = ({
  proposal,
  onPick,
}: { proposal: Proposal | undefined } & Pick<ChoicesProps, 'onPick'>) => {
  const embedding = proposal?.embedding ?? null
  const query = useQuery({
    queryKey: ['studio', 'answers', embedding],
    queryFn: async ({ signal }) =>
      (
        await api('POST /api/answers', {
          body: { embedding: embedding ?? '', count: MAX_PRODUCTS },
          signal,
        })
      ).data.products,
    enabled: embedding !== null,
  })
  if (embedding === null) return null
  if (query.isError) return <QueryError title={STUDIO_TEXT.similarNotLoaded} query={query} />
  const answers = (query.data ?? []).filter(({ id }) => /^\d+$/.test(id)).map(draftProduct)
  const products = answers.length > 0 ? answers : (proposal?.products ?? [])
  return (
    <section className="stack gap-3">
      <h3 className="quiet-heading">{STUDIO_TEXT.lookAlike}</h3>
      {query.isPending && <Skeleton />}
      <Choices label={STUDIO_TEXT.lookAlike} products={products} onPick={onPick} />
    </section>
  )
}

type ByWordsProps = { words: string; isAsked: boolean } & Pick<ChoicesProps, 'onPick'>

/** `isAsked`: the words are searched at once, because nothing else is listed. */
const ByWords = ({ words, isAsked, onPick }: ByWordsProps) => {
  const [typed, setTyped] = useState(words)
  const [q, setQ] = useState(isAsked ? words.trim() : '')
  const query = useQuery({
    queryKey: ['studio', 'products', q],
    queryFn: async ({ signal }) =>
      (await api('GET /api/search/products', { query: { q }, signal })).data.products,
    enabled: q !== '',
  })
  return (
    <section className="stack gap-3">
      <Form onSubmit={() => setQ(typed.trim())}>
        <TextField
          label={STUDIO_TEXT.byWords}
          type="search"
          value={typed}
          onChange={setTyped}
          action={
            <Button type="submit" variant="quiet" isBusy={query.isFetching}>
              {STUDIO_TEXT.search}
            </Button>
          }
        />
      </Form>
      {query.isError && <QueryError title={STUDIO_TEXT.productsNotLoaded} query={query} />}
      {query.data?.length === 0 && <p className="quiet label">{STUDIO_TEXT.noneFound}</p>}
      <Choices
        label={STUDIO_TEXT.byWords}
        products={(query.data ?? []).slice(0, MAX_PRODUCTS).map(draftProduct)}
        onPick={onPick}
      />
    </section>
  )
}

/** Reads a product from the page of a shop, which may take five seconds. */
const productFromLink = async (link: string): Promise<DraftProduct> => {
  if (!isHttpLink(link)) throw new Error(STUDIO_TEXT.badLink)
  const signal = AbortSignal.timeout(LINK_TIMEOUT_MS)
  const { data } = await api('POST /api/product-from-link', { body: { link }, signal }).catch(
    (cause: unknown) => {
      const isSlow = signal.aborted
      const reason = isSlow ? STUDIO_TEXT.slowLink : describeFailure(cause, STUDIO_TEXT.slowLink)
      throw new Error(reason, { cause })
    },
  )
  const { price, currency, category, picture } = data
  const title = data.title.slice(0, FIELD_LIMITS.nameChars)
  const priceText = (currency && formatDisplayPrice(Number(price), currency)) || price
  return { id: null, title, brand: null, price: priceText, shop: null, link, category, picture }
}

type ByLinkProps = { suggestedLink: string } & Pick<ChoicesProps, 'onPick'>

const ByLink = ({ suggestedLink, onPick }: ByLinkProps) => {
  const [link, setLink] = useState(suggestedLink)
  const read = useMutation({ mutationFn: productFromLink })
  const product = read.data
  return (
    <section className="stack gap-3">
      <Form onSubmit={() => read.mutate(link.trim())} noValidate>
        <TextField
          label={STUDIO_TEXT.byLink}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={link}
          problem={read.error?.message}
          onChange={setLink}
          onPaste={(event) => read.mutate(event.clipboardData.getData('text').trim())}
          action={
            <Button type="submit" variant="quiet" isBusy={read.isPending}>
              {STUDIO_TEXT.readLink}
            </Button>
          }
        />
      </Form>
      {read.isPending && <output className="quiet label">{STUDIO_TEXT.readingLink}</output>}
      {product && (
        <ProductRow product={product}>
          <Button variant="primary" onClick={() => onPick(product)}>
            {STUDIO_TEXT.takeThis}
          </Button>
        </ProductRow>
      )}
    </section>
  )
}

type ProductPickerProps = {
  title: string
  words: string
  /** The link that a visitor suggested. */
  link?: string
  proposal: Proposal | undefined
  /** The object in its photo; absent for looks whose draft is not open. */
  part?: PhotoPart
  onPick: (product: DraftProduct, isExact: boolean) => void
  onClose: () => void
}

/** Finds another product for an object: by words, by a shop’s link, by hand, or by its appearance. */
export const ProductPicker = ({
  title,
  words,
  link = '',
  proposal,
  part,
  onPick,
  onClose,
}: ProductPickerProps) => (
  <Dialog isOpen onClose={onClose} title={title} variant="panel">
    <div className="stack gap-6">
      <ByWords
        isAsked={!proposal?.embedding}
        words={words}
        onPick={(product) => onPick(product, true)}
      />
      <ByLink suggestedLink={link} onPick={(product) => onPick(product, true)} />
      <ProductByHand
        suggestedTitle={capitalize(words)}
        suggestedLink={link}
        part={part}
        onPick={(product) => onPick(product, true)}
      />
      <LookAlikes proposal={proposal} onPick={(product) => onPick(product, false)} />
    </div>
  </Dialog>
)
