import { useEffect } from 'react'
import { Portrait } from '#client/catalog/portrait.tsx'
import { ProductPicture } from '#client/catalog/product-picture.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { displayPrice } from '#shared/domain/price.ts'
import styles from './found-list.module.css'
import type { SearchOption } from './search-options.ts'

type FoundListProps = {
  id: string
  options: readonly SearchOption[]
  activeId: string | null
  onPick: (option: SearchOption) => void
}

export const FoundList = ({ id, options, activeId, onPick }: FoundListProps) => {
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
          <Face option={option} />
        </div>
      ))}
    </div>
  )
}

const Face = ({ option }: { option: SearchOption }) => {
  if (option.kind === 'celebrity')
    return (
      <>
        <Portrait image={option.celebrity.image} size={48} />
        <span className={styles.celebrity}>{option.celebrity.name}</span>
      </>
    )
  const { product } = option
  return (
    <>
      <span className={styles.thumb}>
        <ProductPicture product={product} shape="avatar" />
      </span>
      <span className={classNames('stack label', styles.words)}>
        <span className={styles.product}>{product.name}</span>
        <span className={classNames('quiet small', styles.detail)}>
          {[product.brand, displayPrice(product.price), product.celebrity_name]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </>
  )
}
