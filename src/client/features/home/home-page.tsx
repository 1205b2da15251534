import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { SelectableCelebrityCard } from '#client/catalog/people/celebrity-card.tsx'
import {
  clearSelection,
  countSelected,
  useSelection,
} from '#client/catalog/people/celebrity-selection.ts'
import {
  choosePhoto,
  type ChosenPhoto,
  SamplePhotos,
  usePhotoEntry,
} from '#client/catalog/photo-search/choose-photo.tsx'
import { Price } from '#client/catalog/products/price.tsx'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { createCallQuery } from '#client/lib/query.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import buttons from '#client/ui/button.module.css'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import type { ExampleLook } from '#shared/contract/catalog.ts'
import {
  ALL_CELEBRITIES_TEXT,
  FIND_TEXT,
  FIND_TITLE,
  HOME_TEXT,
  NAVIGATION_TEXT,
} from '#shared/messages.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import styles from './home.module.css'
import { NewLooks } from './new-looks.tsx'
import { ProductSlideshow } from './product-slideshow.tsx'

const RATIO = 5 / 4
const toPercent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`

/** A look with a dot on each product, and the products: an example of what the site does. */
const Example = ({ look }: { look: ExampleLook }) => {
  const { image, celebrity_name, products, ...facts } = look
  return (
    <section className={styles.example} aria-label={HOME_TEXT.example(celebrity_name)}>
      <div className="frame">
        <Link
          to={paths.celebrityImage.href(image)}
          aria-label={HOME_TEXT.wholeLook(celebrity_name)}
        >
          <Picture {...facts} url={image} shape="example" isPriority />
        </Link>
        {products.map(
          ({ id, name, box }) =>
            box && (
              // Hidden from screen readers, because the list has the same links with names.
              <Link
                key={id}
                className="look-dot"
                style={{
                  left: toPercent(box.point?.x ?? box.x + box.width / 2),
                  top: toPercent(box.point?.y ?? box.y + box.height / 2),
                }}
                to={paths.product.href(id, name)}
                tabIndex={-1}
                aria-hidden
              />
            ),
        )}
      </div>
      <ul className={styles.matches}>
        {products.map(({ id, name, price, shop, product_image }) => (
          <li key={id}>
            <Link className={styles.match} to={paths.product.href(id, name)}>
              <Picture url={product_image ?? image} frameRatio={RATIO} shape="avatar" />
              <span className="stack small">
                <span className={styles.matchName}>
                  <bdi>{name}</bdi>
                </span>
                <span>
                  <Price price={price} />{' '}
                  {shop && (
                    <span className={styles.matchShop}>
                      <Name>{shop}</Name>
                    </span>
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Starts /find with a file, the camera, a sample, a link, or a photo pasted or dropped anywhere. */
const PhotoEntry = () => {
  const id = useId()
  const navigate = useNavigate()
  const [hasLinkField, setHasLinkField] = useState(false)
  const find = (photo: ChosenPhoto) => {
    choosePhoto(photo)
    void navigate(paths.find.href())
  }
  const { isOver } = usePhotoEntry((file) => find({ file }), {
    isWholePage: true,
    onAddress: (address) => find({ address }),
  })

  const chooser = (name: string, label: string, icon: 'picture' | 'camera', isCamera = false) => (
    <label
      className={classNames(
        buttons.button,
        isCamera ? buttons.secondary : buttons.primary,
        isCamera && styles.camera,
        styles.chooser,
      )}
      htmlFor={`${id}-${name}`}
    >
      <Icon name={icon} size={20} />
      {label}
      <input
        id={`${id}-${name}`}
        type="file"
        accept={isCamera ? 'image/*' : 'image/*,.heic,.heif'}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) find({ file })
        }}
      />
    </label>
  )
  return (
    <div className={styles.entry}>
      <div className="row wrap gap-3">
        {chooser('file', FIND_TITLE, 'picture')}
        {chooser('camera', FIND_TEXT.takePhoto, 'camera', true)}
        <Button
          variant="quiet"
          aria-expanded={hasLinkField}
          onClick={() => setHasLinkField(!hasLinkField)}
        >
          {FIND_TEXT.pasteLink}
        </Button>
      </div>
      {hasLinkField && (
        <Form className={styles.link} onSubmit={(text) => find({ address: text('address') })}>
          <input
            name="address"
            type="url"
            inputMode="url"
            required
            pattern="https?://.+"
            placeholder="https://"
            aria-label={FIND_TEXT.link}
            // A visitor who opens the field is about to type, so the search is loaded then.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <Button type="submit">{FIND_TEXT.load}</Button>
        </Form>
      )}
      <KeptMarkup cacheKey={['samples']}>
        <SamplePhotos className={styles.samples} onChoose={(sample) => find({ sample })} />
      </KeptMarkup>
      <p className={classNames('quiet', styles.stays)}>{FIND_TEXT.stays}</p>
      {isOver && (
        <p className={styles.drop}>
          <Icon name="picture" size={32} />
          {FIND_TEXT.dropNow}
        </p>
      )}
    </div>
  )
}

/** Not in queries.ts, because Home needs none of the other queries. */
const homeQuery = createCallQuery(['home'], 'GET /api/home', {})

type CelebrityRowProps = {
  celebrities: readonly { name: string; image: string }[]
  isLoading: boolean
  labelledBy: string
}

const VISIBLE_AT_FIRST = 5
const PLACEHOLDERS = Array.from({ length: 7 }, (_, index) => index)

const CelebrityRow = ({ celebrities, isLoading, labelledBy }: CelebrityRowProps) => {
  if (!isLoading && celebrities.length === 0)
    return <EmptyState title={HOME_TEXT.emptyCatalog}>{HOME_TEXT.emptyCatalogHint}</EmptyState>
  return (
    <ul className={styles.row} aria-labelledby={labelledBy} aria-busy={isLoading}>
      {isLoading &&
        PLACEHOLDERS.map((index) => (
          <li key={index} className={classNames('stack gap-2', styles.place)}>
            <Skeleton ratio={5 / 4} />
            <Skeleton width="70%" />
          </li>
        ))}
      {celebrities.map((celebrity, index) => (
        <li key={celebrity.name} className={classNames('stack gap-2', styles.place)}>
          <SelectableCelebrityCard
            celebrity={celebrity}
            shape="portrait"
            isPriority={index < VISIBLE_AT_FIRST}
            pictureClassName={styles.rowPicture}
          />
        </li>
      ))}
    </ul>
  )
}

/** Without a selection, the arrow leads to the feed. */
const SearchArrow = () => {
  const selection = useSelection((state) => state.selection)
  const count = countSelected(selection)
  const label = count
    ? `${ALL_CELEBRITIES_TEXT.searchProducts} (${count})`
    : NAVIGATION_TEXT.trendingFeed
  return (
    <div className={classNames('row wrap between', styles.actions, count > 0 && styles.leadingOn)}>
      <Link
        className={styles.arrow}
        to={paths.celebritySearchResult.href(count ? selection : EVERYONE)}
      >
        <span className={styles.words}>{label}</span>
        <span className={styles.disc}>
          <Icon name="arrow-right" size={24} />
        </span>
      </Link>
      <ButtonLink variant="quiet" to={paths.allCelebrities.href()}>
        {HOME_TEXT.viewAllCelebrities}
      </ButtonLink>
    </div>
  )
}

export const HomePage = () => {
  usePageTitle('')
  const query = useQuery(homeQuery)
  const { data, isPending, isError } = query
  // Entering Home clears the selected celebrities.
  useEffect(() => clearSelection(), [])

  return (
    <div className={styles.home}>
      <div className={styles.page}>
        <div className={styles.start}>
          <h1 className={styles.headline}>{HOME_TEXT.headline}</h1>
          <p className={styles.about}>{HOME_TEXT.about}</p>
          {isFinderPublic() && <PhotoEntry />}
        </div>
        <KeptMarkup cacheKey={['example', data?.example]}>
          {data?.example && <Example look={data.example} />}
        </KeptMarkup>
        <div className={styles.choice}>
          {isError ? (
            <QueryError title={HOME_TEXT.celebritiesNotLoaded} query={query} />
          ) : (
            <>
              <p className={styles.lead} id="home-choice">
                {HOME_TEXT.choosePeople}
              </p>
              <KeptMarkup cacheKey={['celebrities', isPending, data?.celebrities]}>
                <CelebrityRow
                  celebrities={data?.celebrities ?? []}
                  isLoading={isPending}
                  labelledBy="home-choice"
                />
              </KeptMarkup>
              <SearchArrow />
            </>
          )}
        </div>
        <KeptMarkup cacheKey={['new-looks', data?.newLooks]}>
          {data && data.newLooks.length > 0 && <NewLooks looks={data.newLooks} />}
        </KeptMarkup>
        <KeptMarkup cacheKey={['slideshow', isPending, data?.samples]}>
          <ProductSlideshow products={data?.samples ?? []} isLoading={isPending} />
        </KeptMarkup>
      </div>
    </div>
  )
}
