import { Fragment, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addToBoard } from '#client/catalog/boards/boards.ts'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { CreatorPageLink, Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { describeOfferState } from '#client/catalog/products/offer-state.ts'
import { toCardProduct, ProductCard } from '#client/catalog/products/product-card.tsx'
import { ShareButton } from '#client/catalog/share-button.tsx'
import { CommissionNote, ReportLink } from '#client/catalog/products/shop-link.tsx'
import { api } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Skeleton } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { NOTICE } from '#shared/site-constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { catalogCalls, PictureOrigin } from '#shared/contract/catalog.ts'
import { parseCaption } from '#shared/domain/caption.ts'
import { describeClaim } from '#shared/domain/claim.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { listOriginParts } from '#shared/domain/picture-origin.ts'
import { capitalize } from '#shared/domain/text.ts'
import { formatEpisode } from '#shared/domain/topic.ts'
import { listDetailParts } from '#shared/domain/worn-details.ts'
import { CELEBRITY_IMAGE_TEXT } from '#shared/celebrity-messages.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { SUGGESTION_TEXT } from '#shared/suggestion-messages.ts'
import { buildCardId, EVERYONE, paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { buildLookEmbedPath } from '#shared/syndication.ts'
import styles from './celebrity-image-page.module.css'
import type { Lights } from './look-picture.tsx'
import { LOOK_PAGE_TEXT } from './look-messages.ts'
import { DISCLOSURE_TEXT } from '#shared/look-messages.ts'

/** The photographer, source, licence and day of the picture. */
export const LookOrigin = ({ origin }: { origin: PictureOrigin }) => {
  return (
    <p className="quiet small">
      {listOriginParts(origin).map(({ label, text, href }) => (
        <span key={label}>
          {label}:{' '}
          {href === null ? (
            <Verbatim>{text}</Verbatim>
          ) : (
            <a href={href} rel="noopener nofollow">
              <Verbatim>{text}</Verbatim>
            </a>
          )}
          {'. '}
        </span>
      ))}
    </p>
  )
}

/** The event or show of the look, and its tags, which lead to others. */
const LookTopics = ({ topics }: { topics: NonNullable<Look['image']['topics']> }) => {
  const { names, ...episode } = topics
  const occasion = names.find(({ kind }) => kind !== 'tag')
  const tags = names.filter(({ kind }) => kind === 'tag')
  const linkTo = ({ kind, name }: (typeof names)[number], text = name) => (
    <Link key={name} className="row label chip" to={paths[kind].href(name)}>
      <Verbatim>{text}</Verbatim>
    </Link>
  )
  return (
    <div className={classNames('row wrap gap-2', styles.topics)}>
      {occasion &&
        linkTo(occasion, [occasion.name, formatEpisode(episode)].filter(Boolean).join(', '))}
      {tags.map((tag) => linkTo(tag, `#${tag.name}`))}
    </div>
  )
}

/** What changed in the look since visitors suggested it. */
const LookCorrections = ({ corrections }: Pick<Look['image'], 'corrections'>) =>
  corrections && (
    <section
      className={classNames('stack gap-2', styles.corrections)}
      aria-label={SUGGESTION_TEXT.corrections}
    >
      <h2 className="quiet-heading">{SUGGESTION_TEXT.corrections}</h2>
      <ul className="quiet small">
        {corrections.map(({ on, from, to }) => (
          <li key={`${on} ${from} ${to}`}>
            <time dateTime={on}>{formatDay(on)}</time>: {SUGGESTION_TEXT.corrected(from, to)}
          </li>
        ))}
      </ul>
    </section>
  )

/** What the publisher got for the look, and what they write about it. */
const LookCaption = ({ image: { caption, disclosures } }: Pick<Look, 'image'>) => (
  <>
    {disclosures && (
      <p className={classNames('row wrap gap-2', styles.disclosures)}>
        {disclosures.map((disclosure) => (
          <strong key={disclosure} className="row small chip">
            {DISCLOSURE_TEXT[disclosure]}
          </strong>
        ))}
      </p>
    )}
    {caption && (
      <p className={styles.caption}>
        {parseCaption(caption).map((parts, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may repeat, and never move
          <Fragment key={line}>
            {line > 0 && <br />}
            {parts.map(({ text, isLink }, part) =>
              isLink ? (
                // oxlint-disable-next-line react/no-array-index-key
                <a key={part} href={text} rel="noopener nofollow ugc">
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </Fragment>
        ))}
      </p>
    )}
  </>
)

export type Look = ReplyOf<(typeof catalogCalls)['GET /api/image']>['data']

type LookInfoProps = {
  look: Look | undefined
  lights: Lights
  /** A draft is not public: it is not collected or shared, and visitors cannot suggest corrections. */
  isDraft?: boolean
}

export const LookInfo = ({ look, lights, isDraft = false }: LookInfoProps) => (
  <>
    <BackToResult />
    {look ? (
      <div className={classNames('row gap-4', styles.who)}>
        <Portrait image={look.celebrity.image} size={64} />
        <div>
          <h1 className="plain">
            <Link to={paths.celebrity.href(look.celebrity.name)}>
              <Name>{look.celebrity.name}</Name>
            </Link>
          </h1>
          <p className={classNames('quiet', styles.found)}>
            {CELEBRITY_IMAGE_TEXT.productsFound(look.products.length)}
          </p>
          <p className="small">
            <CreatorPageLink {...look.celebrity} />
          </p>
          {look.others && (
            <p className="quiet small">
              {CELEBRITY_IMAGE_TEXT.alsoPictured}
              {look.others.map(({ name, image }, index) => (
                <Fragment key={image}>
                  {index === 0 ? ' ' : ', '}
                  <Link to={paths.celebrityImage.href(image)}>
                    <Name>{name}</Name>
                  </Link>
                </Fragment>
              ))}
            </p>
          )}
        </div>
      </div>
    ) : (
      <div className={classNames('row gap-4', styles.who)} aria-hidden="true">
        <Skeleton ratio={1} width="64px" isRound />
        <Skeleton width="50%" />
      </div>
    )}
    {look?.image.topics && <LookTopics topics={look.image.topics} />}
    {look && <LookCaption image={look.image} />}
    {look && !isDraft && (
      <div className={classNames('row wrap gap-3', styles.board)}>
        <Button icon="board" onClick={() => addToBoard({ look: look.image.url })}>
          {BOARD_TEXT.add}
        </Button>
        <ShareButton
          title={look.celebrity.name}
          path={paths.celebrityImage.href(look.image.url)}
          embedPath={buildLookEmbedPath(look.image.url)}
          feed={{ kind: 'person', name: look.celebrity.name }}
        />
      </div>
    )}
    <CommissionNote className={styles.note} />
    {look?.products.length === 0 && <p>{RESULTS_TEXT.empty}</p>}
    <CardGrid
      kind="products"
      items={look?.products ?? []}
      isLoading={!look}
      label={LOOK_PAGE_TEXT.products}
      renderCard={(product) => (
        <div
          id={buildCardId(product.id)}
          className={styles.card}
          tabIndex={-1}
          {...lights.handlers(product.id)}
        >
          <ProductCard
            // The claim is below the card.
            product={{ ...toCardProduct(product), tag: describeOfferState(product) }}
            isLit={lights.isLit(product.id)}
          />
          {product.label && (
            <p className="small">
              <Verbatim>{capitalize(product.label)}</Verbatim>
            </p>
          )}
          {product.claim && <p className="quiet small">{describeClaim(product.claim)}</p>}
          {listDetailParts(product.details).map(({ text, href }) => (
            <p key={text} className="quiet small">
              {href === null ? (
                text
              ) : (
                <a href={href} rel="noopener nofollow">
                  {text}
                </a>
              )}
            </p>
          ))}
        </div>
      )}
    />
    {look && look.products.length > 0 && !isDraft && <SuggestCorrection products={look.products} />}
    <LookCorrections corrections={look?.image.corrections} />
    {look?.image.origin && <LookOrigin origin={look.image.origin} />}
    {look && <ReportLink about={paths.celebrityImage.href(look.image.url)} />}
  </>
)

/** On desktop: back to the results, or to the feed when this is the first page of the visit. */
const BackToResult = () => {
  const navigate = useNavigate()
  return (
    <Link
      className={styles.infoBack}
      to={paths.celebritySearchResult.href(EVERYONE)}
      onClick={(event) => {
        if (window.history.state?.idx > 0) {
          event.preventDefault()
          void navigate(-1)
        }
      }}
    >
      <Icon name="arrow-left" size={18} />
      {CELEBRITY_IMAGE_TEXT.backToResult}
    </Link>
  )
}

type WornProducts = { products: Look['products'] }

/** Lets a visitor report a wrong product of the look, or name the right one. Editors decide. */
const SuggestCorrection = ({ products }: WornProducts) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className={styles.suggest} onClick={() => setIsOpen(true)}>
        {SUGGESTION_TEXT.notIt}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={SUGGESTION_TEXT.notIt}
        description={SUGGESTION_TEXT.explanation}
      >
        <SuggestionForm products={products} onSent={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const SuggestionForm = ({ products, onSent }: WornProducts & { onSent: () => void }) => {
  const [item, setItem] = useState(products[0]?.id ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const send = useAction(
    ({ link, note }: { link: string; note: string }) =>
      api('POST /api/suggestions', {
        body: { item, kind: link ? 'other' : 'not-it', link: link || null, note },
      }),
    { done: SUGGESTION_TEXT.thanks, onSuccess: onSent },
  )
  return (
    <Form
      noValidate
      onSubmit={(text) => {
        const link = text('link')
        const isLink = link === '' || isHttpLink(link)
        setProblem(isLink ? null : SUGGESTION_TEXT.badLink)
        if (isLink) send.mutate({ link, note: text('note') })
      }}
    >
      <ChoiceField
        label={SUGGESTION_TEXT.product}
        options={Object.fromEntries(products.map(({ id, name }) => [id, name]))}
        value={item}
        onChange={setItem}
      />
      <TextField
        label={SUGGESTION_TEXT.link}
        name="link"
        type="url"
        inputMode="url"
        placeholder="https://"
        problem={problem}
      />
      <TextField label={SUGGESTION_TEXT.note} name="note" rows={3} maxLength={NOTICE.reasonChars} />
      <Button type="submit" variant="primary" className="start" isBusy={send.isPending}>
        {SUGGESTION_TEXT.send}
      </Button>
    </Form>
  )
}
