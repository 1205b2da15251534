import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDelete } from '#client/ui/dialog.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { AdminShop } from '#shared/contract/admin-shops.ts'
import styles from './admin-page.module.css'
import { ShopRunsDialog } from './shop-runs-dialog.tsx'
import { useAction } from './use-action.ts'

const POLL_MS = 2_000

const EVERY = {
  '': 'Only when asked',
  '1h': 'Every hour',
  '6h': 'Every 6 hours',
  '1d': 'Every day',
}

export const ShopsPart = () => {
  const [shownName, setShownName] = useState<string | null>(null)
  const list = useQuery({
    queryKey: ['admin', 'shops'],
    queryFn: async ({ signal }) => (await api('GET /api/admin/shops', { signal })).data.shops,
    refetchInterval: ({ state }) =>
      state.data?.some(({ isRunning }) => isRunning) ? POLL_MS : false,
  })
  const shown = list.data?.find(({ name }) => name === shownName)
  return (
    <>
      <AddForm />
      <ul className={styles.list} aria-label="Shops" aria-busy={list.isFetching}>
        {list.data?.map((shop) => (
          <ShopRow key={shop.name} shop={shop} onOpen={() => setShownName(shop.name)} />
        ))}
      </ul>
      {list.isError && <QueryError title="The shops could not be loaded" query={list} />}
      {list.data?.length === 0 && <EmptyState title="No shops yet" />}
      {shown && <ShopRunsDialog key={shown.name} shop={shown} onClose={() => setShownName(null)} />}
    </>
  )
}

const AddForm = () => {
  const [every, setEvery] = useState('')
  const add = useAction(async (form: HTMLFormElement) => {
    const given = new FormData(form)
    const text = (name: string) => {
      const value = given.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const [credit, currency] = [text('credit'), text('currency').toUpperCase()]
    await api('POST /api/admin/shops', {
      body: {
        name: text('name'),
        source: text('source'),
        ...(every && { every }),
        ...(credit && { credit }),
        ...(currency && { currency }),
      },
    })
    form.reset()
    setEvery('')
  }, 'The shop is added, and its feed is being read')
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(event.currentTarget)
  }
  return (
    <form className={styles.form} aria-label="Add a shop" onSubmit={handleSubmit}>
      <TextField label="Name" name="name" required maxLength={80} autoComplete="off" />
      <TextField
        label="Address of the feed"
        name="source"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
      />
      <TextField
        label="How often to read the feed"
        options={EVERY}
        value={every}
        onChange={({ target: { value } }) => setEvery(value)}
      />
      <TextField
        label="Currency, if the feed names none (such as EUR)"
        name="currency"
        pattern="[A-Za-z]{3}"
        maxLength={3}
        autoComplete="off"
      />
      <TextField
        label="Credit for its pictures (optional)"
        name="credit"
        maxLength={300}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" isBusy={add.isPending}>
        Add shop
      </Button>
    </form>
  )
}

const ShopRow = ({ shop, onOpen }: { shop: AdminShop; onOpen: () => void }) => {
  const { name } = shop
  const [isRemoving, setIsRemoving] = useState(false)
  const removing = useRecentSignIn(null, () => setIsRemoving(true))
  const run = useAction(
    () => api('POST /api/admin/shops/:name/run', { params: { name }, body: {} }),
    `The feed of ${name} is being read`,
  )
  const remove = useAction(
    () => api('DELETE /api/admin/shops/:name', { params: { name } }),
    `${name} is removed`,
  )
  return (
    <li className={styles.row}>
      <button type="button" className={styles.name} onClick={onOpen}>
        {name}
      </button>
      <span className="quiet small">{shop.source}</span>
      <span className="small">
        {shop.isRunning ? 'Reading' : `${shop.offers.toLocaleString('en')} offers`}
        <span className={classNames('quiet small', styles.when)}>
          {' '}
          {shop.every ?? 'only when asked'}
        </span>
      </span>
      <span className="row wrap gap-2">
        <Button
          aria-label={`Read now: the feed of ${name}`}
          isBusy={run.isPending || shop.isRunning}
          onClick={() => run.mutate(undefined)}
        >
          Read now
        </Button>
        <Button aria-label={`Remove ${name}`} isBusy={removing.isChecking} onClick={removing.start}>
          Remove
        </Button>
      </span>
      {removing.dialog}
      <ConfirmDelete
        isOpen={isRemoving}
        title={`Remove ${name}?`}
        description="Its offers go, and products that nobody else offers or wears."
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsRemoving(false) })}
        onClose={() => setIsRemoving(false)}
      />
    </li>
  )
}
