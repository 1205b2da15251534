import type { ProductDetail } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import styles from './details.module.css'
import page from './product-page.module.css'

export const Details = ({ product }: { product: ProductDetail }) => {
  const { description, attributes, credits } = product
  if (description === null && attributes.length === 0 && credits.length === 0) return null
  return (
    <section className={page.section} aria-labelledby="details">
      <h2 className={page.subheading} id="details">
        {PRODUCT_TEXT.details}
      </h2>
      {description && <p className={styles.description}>{description}</p>}
      {attributes.length > 0 && (
        <dl className={styles.attributes}>
          {attributes.map(({ name, value, isSeen }) => (
            <div key={name} className={styles.attribute}>
              <dt>{name}</dt>
              <dd>
                {value}
                {isSeen && <span className={page.quiet}> ({PRODUCT_TEXT.seen})</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {credits.map((credit) => (
        <p key={credit} className={page.quiet}>
          {credit}
        </p>
      ))}
    </section>
  )
}
