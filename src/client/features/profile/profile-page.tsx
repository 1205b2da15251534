import { useLocation, useNavigate } from 'react-router'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { useMyProducts, useMyScans, useSavedProducts } from '#client/account/own-products.ts'
import { useSession } from '#client/account/session.ts'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Account } from '#shared/contract/session.ts'
import { MY_SCANS_TEXT, PROFILE_TEXT } from '#shared/account-messages.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths, profileTabFromHash } from '#shared/paths.ts'
import { MyScans } from './my-scans.tsx'
import { ProductList } from './product-list.tsx'
import styles from './profile.module.css'

const ProfileHead = ({ user }: { user: Account }) => (
  <header className={classNames('row wrap', styles.head)}>
    <ProfilePhoto user={user} />
    <div className={classNames('stack gap-1', styles.words)}>
      <h1>{user.displayName}</h1>
      {user.email && <p className="quiet">{user.email}</p>}
    </div>
    <ButtonLink className={styles.settings} to={paths.accountSettings.href()}>
      {NAVIGATION_TEXT.accountSettings}
    </ButtonLink>
  </header>
)

const ProfilePage = () => {
  usePageTitle(NAVIGATION_TEXT.myProfile)
  const { user } = useSession()
  // The guard admits only signed-in users; there is none for a moment while signing out.
  return user ? <Profile user={user} /> : null
}

const Profile = ({ user }: { user: Account }) => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const tab = profileTabFromHash(hash)
  const myProducts = useMyProducts(user.uid)
  const savedProducts = useSavedProducts(user.uid)
  const { scans } = useMyScans(user.uid)
  const list = {
    'saved-products': savedProducts,
    'my-products': myProducts,
    'my-scans': null,
  }[tab]
  return (
    <div className="page">
      <ProfileHead user={user} />
      <Tabs
        label="Your products"
        tabs={[
          { value: 'my-products', label: PROFILE_TEXT.myProducts(myProducts.products.length) },
          {
            value: 'saved-products',
            label: PROFILE_TEXT.savedProducts(savedProducts.products.length),
          },
          { value: 'my-scans', label: MY_SCANS_TEXT.tab(scans.length) },
        ]}
        value={tab}
        onChange={(next) =>
          void navigate(paths.profile.href(next), { replace: true, preventScrollReset: true })
        }
      >
        {tab === 'my-scans' ? (
          <MyScans uid={user.uid} />
        ) : tab === 'saved-products' ? (
          <ProductList
            list={savedProducts}
            label="Saved products"
            emptyText={PROFILE_TEXT.noneSaved}
            emptyHint="Press the heart on anything you like to keep it here."
            emptyAction={<FeedLink isPrimary />}
          />
        ) : (
          <ProductList
            list={myProducts}
            label="My products"
            emptyText={PROFILE_TEXT.noneAdded}
            emptyHint="Scan a photo and keep what you like, or add a product by hand."
            emptyAction={
              <ButtonLink variant="primary" to={paths.addProductPhoto.href()}>
                {NAVIGATION_TEXT.uploadProduct}
              </ButtonLink>
            }
            isOwn
          />
        )}
      </Tabs>
      {list && list.products.length > 0 && <CommissionNote className={styles.note} />}
    </div>
  )
}

export default ProfilePage
