import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { MoveButtons, useDragging } from '#client/catalog/boards/arrange.tsx'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { FollowButton } from '#client/catalog/people/follow-button.tsx'
import cardStyles from '#client/catalog/products/product-card.module.css'
import { LookCard } from '#client/catalog/products/product-card.tsx'
import { createCreatorQuery } from '#client/catalog/queries.ts'
import { ShareButton } from '#client/catalog/share-button.tsx'
import { CommissionNote, ReportLink } from '#client/catalog/products/shop-link.tsx'
import { api, ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { type FieldText, Form } from '#client/ui/form.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { toast } from '#client/ui/toast.tsx'
import { CREATOR_PAGE } from '#shared/studio-constants.ts'
import type { Collection, CreatorPage as CreatorPageData } from '#shared/contract/creators.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { buildOutgoingLink } from '#shared/domain/outgoing-link.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { buildEmbedPath } from '#shared/syndication.ts'
import { PageNamesForm } from '#client/catalog/creators/page-names-form.tsx'
import styles from './creator-page.module.css'
import { ownPageQuery } from './own-page-query.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'

type NamedLink = { label: string; url: string }

/** Reads lines such as 'Blog https://ada.example'; null if one of them has no label or no link. */
export const parseLinks = (text: string): NamedLink[] | null => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const links = lines.flatMap((line): NamedLink[] => {
    const [, label = '', url = ''] = /^(.*\S)\s+(\S+)$/.exec(line.trim()) ?? []
    return isHttpLink(url) ? [{ label, url }] : []
  })
  return links.length === lines.length ? links : null
}

export const formatLinks = (links: readonly NamedLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n')

/** Whether this is the page of the user. */
const useIsOwnCreatorPage = (name: string, isPublisher: boolean): boolean => {
  const { data } = useQuery({ ...ownPageQuery, enabled: isPublisher })
  return data?.name === name
}

type EditCreatorPageProps = { name: string; onClose: () => void }

const EditCreatorPage = ({ name, onClose }: EditCreatorPageProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: page } = useQuery(ownPageQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (text: FieldText) => {
      const links = parseLinks(text('links'))
      if (!links) throw new Error(CREATOR_TEXT.linkProblem)
      await api('PATCH /api/my-creator-page', { body: { about: text('about'), links } })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ownPageQuery.queryKey })
      await queries.invalidateQueries({ queryKey: createCreatorQuery(name).queryKey })
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={CREATOR_TEXT.edit}>
      {page && (
        <PageNamesForm
          page={page}
          onSaved={(newName) => {
            onClose()
            void navigate(paths.creator.href(newName), { replace: true })
          }}
        />
      )}
      {page ? (
        <Form onSubmit={(text) => mutate(text)}>
          <TextField
            label={CREATOR_TEXT.about}
            name="about"
            rows={8}
            maxLength={CREATOR_PAGE.aboutChars}
            defaultValue={page.about}
          />
          <TextField
            label={CREATOR_TEXT.links}
            name="links"
            rows={4}
            defaultValue={formatLinks(page.links)}
            problem={error?.message}
          />
          <Button type="submit" variant="primary" className="start" isBusy={isPending}>
            {CREATOR_TEXT.save}
          </Button>
        </Form>
      ) : (
        <FullPageSpinner message={UI_TEXT.loading} />
      )}
    </Dialog>
  )
}

const FIRST_ROW = 4

const CollectionCard = ({ collection }: { collection: Collection }) => {
  const [first] = collection.pictures
  return (
    <article className={classNames('stack', cardStyles.look)}>
      <div className={styles.cover}>
        {first && <Picture url={first} frameRatio={5 / 4} shape="product" focus="50% 20%" />}
      </div>
      <h3 className={cardStyles.name}>
        <Link className={cardStyles.open} to={paths.sharedBoard.href(collection.token)}>
          <Verbatim>{collection.title}</Verbatim>
        </Link>
      </h3>
      <p className="quiet small">{BOARD_TEXT.items(collection.items)}</p>
    </article>
  )
}

/** Changes the order of looks or collections; it is shown before the server confirms it. */
const useOrder = (page: CreatorPageData) => {
  const queries = useQueryClient()
  const { queryKey } = createCreatorQuery(page.name)
  return useMutation({
    mutationFn: (order: { looks: string[] } | { collections: string[] }) => {
      const ordered = <T,>(
        items: readonly T[],
        ids: readonly string[],
        idOf: (item: T) => string,
      ) => items.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)))
      queries.setQueryData(queryKey, {
        ...page,
        ...('looks' in order
          ? { looks: ordered(page.looks, order.looks, ({ image }) => image) }
          : { collections: ordered(page.collections, order.collections, ({ id }) => id) }),
      })
      return api('PUT /api/my-creator-page/order', { body: order })
    },
    onError: (error) => {
      toast.failure(error)
      void queries.invalidateQueries({ queryKey })
    },
  })
}

type ArrangedCardsProps = {
  title: string
  items: readonly { id: string; name: string; card: ReactNode }[]
  /** Null while the order is not being changed. */
  onOrder: ((ids: string[]) => void) | null
}

/** Cards in the creator's own order. */
const ArrangedCards = ({ title, items, onOrder }: ArrangedCardsProps) => {
  const ids = items.map(({ id }) => id)
  const dragging = useDragging(ids, onOrder)
  return (
    <section className="stack gap-4">
      <h2>{title}</h2>
      {ids.length === 0 && <p className="quiet">{CREATOR_TEXT.noLooks}</p>}
      <CardGrid
        kind="products"
        label={title}
        items={items}
        renderCard={({ id, name, card }) => (
          <div {...dragging(id)}>
            {card}
            {onOrder && (
              <div className="row">
                <MoveButtons name={name} id={id} ids={ids} onOrder={onOrder} />
              </div>
            )}
          </div>
        )}
      />
    </section>
  )
}

const Creator = ({ page }: { page: CreatorPageData }) => {
  const { user } = useSession()
  const [isEditing, setIsEditing] = useState(false)
  const [isArranging, setIsArranging] = useState(false)
  const order = useOrder(page)
  const isOwn = useIsOwnCreatorPage(page.name, Boolean(user?.publisherRole ?? user?.isAdmin))
  return (
    <div className={classNames('page stack gap-6', styles.page)}>
      <header className={classNames('stack gap-5', styles.head)}>
        {page.portrait && (
          <span className={styles.portrait}>
            <Portrait image={page.portrait} size="100%" />
          </span>
        )}
        <div className="stack gap-3">
          <h1>
            <Name>{page.displayName}</Name>
          </h1>
          {page.about && (
            // Rendered by the server from markdown; HTML of the creator's own is escaped.
            <div
              dir="auto"
              className={styles.about}
              dangerouslySetInnerHTML={{ __html: page.about }}
            />
          )}
          {page.links.length > 0 && (
            <ul className="row wrap gap-2">
              {page.links.map(({ label, url }) => (
                <li key={url}>
                  <a
                    className="row label chip"
                    href={buildOutgoingLink(url, { rules: [] }).href}
                    rel="noopener nofollow ugc"
                  >
                    <Verbatim>{label}</Verbatim>
                  </a>
                </li>
              ))}
            </ul>
          )}
          <div className="row wrap gap-3">
            {page.person !== null && <FollowButton name={page.person} />}
            <ShareButton
              title={page.displayName}
              path={paths.creator.href(page.name)}
              embedPath={buildEmbedPath('creator', page.name)}
              feed={{ kind: 'creator', name: page.name }}
            />
            {isOwn && (
              <>
                <Button icon="edit" onClick={() => setIsEditing(true)}>
                  {CREATOR_TEXT.edit}
                </Button>
                <Button aria-pressed={isArranging} onClick={() => setIsArranging(!isArranging)}>
                  {isArranging ? CREATOR_TEXT.done : CREATOR_TEXT.arrange}
                </Button>
                <ButtonLink to={paths.creatorClicks.href()}>{CREATOR_TEXT.clicks}</ButtonLink>
              </>
            )}
          </div>
        </div>
      </header>
      {page.collections.length > 0 && (
        <ArrangedCards
          title={CREATOR_TEXT.collections}
          items={page.collections.map((collection) => ({
            id: collection.id,
            name: collection.title,
            card: <CollectionCard collection={collection} />,
          }))}
          onOrder={isArranging ? (collections) => order.mutate({ collections }) : null}
        />
      )}
      <ArrangedCards
        title={CREATOR_TEXT.looks}
        items={page.looks.map((look, index) => ({
          id: look.image,
          name: look.name,
          card: <LookCard look={look} isPersonKnown isPriority={index < FIRST_ROW} />,
        }))}
        onOrder={isArranging ? (looks) => order.mutate({ looks }) : null}
      />
      <div>
        <CommissionNote />
        <ReportLink about={paths.creator.href(page.name)} />
      </div>
      {isEditing && <EditCreatorPage name={page.name} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

const CreatorPage = () => {
  const { name = '' } = useParams()
  const query = useQuery(createCreatorQuery(name))
  const { data, error } = query
  usePageTitle(data?.displayName ?? null)
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState isPage title={CREATOR_TEXT.notFound} action={<FeedLink />} />
  if (error) return <QueryError title={CREATOR_TEXT.notLoaded} query={query} />
  if (data && data.name !== name) return <Navigate replace to={paths.creator.href(data.name)} />
  return data ? <Creator page={data} /> : <FullPageSpinner message={UI_TEXT.loading} />
}

export default CreatorPage
