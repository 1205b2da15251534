import { useEffect } from 'react'
import { Portrait } from '#client/catalog/celebrity-card.tsx'
import { Price } from '#client/catalog/price.tsx'
import { pictureOf } from '#client/catalog/product-card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { CatalogProduct, Celebrity } from '#shared/contract/catalog.ts'
import type { Collection } from '#shared/contract/creators.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT, CREATOR_TEXT } from '#shared/product-messages.ts'
import styles from './search.module.css'

type SearchResults = {
  celebrities: readonly Celebrity[]
  collections?: readonly Collection[] | undefined
  products: readonly CatalogProduct[]
}

type SearchOption =
  | { kind: 'celebrity'; id: string; to: string; celebrity: Celebrity }
  | { kind: 'collection'; id: string; to: string; collection: Collection }
  | { kind: 'product'; id: string; to: string; product: CatalogProduct }

/** One list for the arrow keys: names first. */
export const searchOptions = ({
  celebrities,
  collections = [],
  products,
}: SearchResults): SearchOption[] => [
  ...celebrities.map((celebrity, index) => ({
    kind: 'celebrity' as const,
    id: `found-celebrity-${index}`,
    to: paths.celebritySearchResult.href([celebrity.name]),
    celebrity,
  })),
  ...collections.map((collection, index) => ({
    kind: 'collection' as const,
    id: `found-collection-${index}`,
    to: paths.sharedBoard.href(collection.token),
    collection,
  })),
  ...products.map((product, index) => ({
    kind: 'product' as const,
    id: `found-product-${index}`,
    to: productHref(product),
    product,
  })),
]

/** Leads to the product's card in its look, or to the results if nobody wears it. */
const productHref = ({ id, name, celebrity_image }: CatalogProduct): string =>
  celebrity_image === '' ? wordsHref(name) : paths.celebrityImage.href(celebrity_image, id)

/** The next option: -1 is the field itself, between the last option and the first. */
export const stepOption = (active: number, step: 1 | -1, count: number): number => {
  const next = active + step
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

export const wordsHref = (words: string): string =>
  `${paths.searchResult.href()}?${new URLSearchParams({ q: words }).toString()}`

type SuggestionListProps = {
  id: string
  options: readonly SearchOption[]
  activeId: string | null
  onPick: (option: SearchOption) => void
}

export const SuggestionList = ({ id, options, activeId, onPick }: SuggestionListProps) => {
  useEffect(() => {
    if (activeId) document.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    // A native select cannot contain pictures.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={id} className={styles.list} role="listbox" aria-label="Suggestions">
      {options.map((option) => (
        // The field keeps focus and handles the keys, so options need only pointer events.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={option.id}
          id={option.id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={option.id === activeId}
          className={classNames(
            'row gap-4',
            styles.option,
            option.id === activeId && styles.active,
          )}
          onClick={() => onPick(option)}
        >
          <OptionContent option={option} />
        </div>
      ))}
    </div>
  )
}

const OptionContent = ({ option }: { option: SearchOption }) => {
  if (option.kind === 'celebrity')
    return (
      <>
        <Portrait image={option.celebrity.image} size={48} />
        <span className={styles.celebrity}>{option.celebrity.name}</span>
      </>
    )
  if (option.kind === 'collection') {
    const { title, items, pictures } = option.collection
    return (
      <>
        <span className={styles.thumb}>
          {pictures[0] && <Picture url={pictures[0]} frameRatio={5 / 4} shape="avatar" />}
        </span>
        <span className={classNames('stack label', styles.words)}>
          <span className="one-line">{title}</span>
          <span className={classNames('quiet small', styles.detail)}>
            {CREATOR_TEXT.collection}, {BOARD_TEXT.items(items)}
          </span>
        </span>
      </>
    )
  }
  const { product } = option
  return (
    <>
      <span className={styles.thumb}>
        <Picture {...pictureOf(product)} frameRatio={5 / 4} shape="avatar" />
      </span>
      <span className={classNames('stack label', styles.words)}>
        <span className="one-line">{product.name}</span>
        <span className={classNames('quiet small', styles.detail)}>
          <Price price={product.price} /> {product.celebrity_name}
        </span>
      </span>
    </>
  )
}
