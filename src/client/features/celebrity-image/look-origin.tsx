import { isHttpLink } from '#shared/domain/product-link.ts'
import type { PictureOrigin } from '#shared/contract/catalog.ts'

const nameOf = (link: string) => (URL.canParse(link) ? new URL(link).hostname : link)

const Linked = ({ text }: { text: string }) =>
  isHttpLink(text) ? (
    <a href={text} rel="noopener nofollow">
      {nameOf(text)}
    </a>
  ) : (
    text
  )

/** Whom the picture is from. */
export const LookOrigin = ({ origin }: { origin: PictureOrigin }) => {
  const parts = [
    { label: 'Photo', text: origin.credit },
    { label: 'Source', text: origin.source },
    { label: 'Licence', text: origin.licence },
  ]
  return (
    <p className="quiet small">
      {parts.map(
        ({ label, text }) =>
          text && (
            <span key={label}>
              {label}: <Linked text={text} />
              {'. '}
            </span>
          ),
      )}
    </p>
  )
}
