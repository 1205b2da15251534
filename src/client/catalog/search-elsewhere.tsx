import { Icon } from '#client/ui/icon.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { LinkElsewhere } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'

type SearchElsewhereProps = {
  links: readonly LinkElsewhere[]
  heading: 'h2' | 'h4'
}

/** Other shops' own search with the same words. Nothing is sent until a visitor follows a link. */
export const SearchElsewhere = ({ links, heading: Heading }: SearchElsewhereProps) =>
  links.length > 0 && (
    <section className="stack gap-2" aria-label={PRODUCT_TEXT.elsewhere}>
      <Heading className="quiet-heading">{PRODUCT_TEXT.elsewhere}</Heading>
      <ul className="row wrap gap-2">
        {links.map(({ name, url }) => (
          <li key={name}>
            <a
              className="row gap-2 label chip"
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {name}
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              <Icon name="arrow-up-right" size={15} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
