import { type ComponentProps, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ChoiceField, TextField } from '#client/ui/fields.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import type { WornDetails } from '#shared/contract/catalog.ts'
import type {
  Draft,
  DraftChoice,
  DraftItem,
  DraftProduct,
  Proposal,
} from '#shared/contract/studio.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { isDrawn } from '#shared/domain/drawn-item.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { isWithoutDetails, NO_DETAILS } from '#shared/domain/worn-details.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { BoxSearch } from './draft-objects.ts'
import { DraftCrop } from './draft-photo.tsx'
import { ProductPicker, ProductRow } from './product-picker.tsx'
import styles from './studio.module.css'

export const itemElementId = (id: string) => `object-${id.replaceAll(/[^\w-]/g, '_')}`

type ProductChoice = Extract<DraftChoice, { kind: 'product' }>

/** The choice of a product by the publisher of the draft. */
const productChoice = (product: DraftProduct, isExact: boolean): ProductChoice => ({
  kind: 'product',
  product,
  isExact,
  claimedBy: 'publisher',
})

export const isSameItem = (proposal: Proposal | undefined) =>
  proposal?.products[0]?.sureness === 'same item'

/** The best proposal as a choice, which is exact if the finder takes it for the same item. */
export const bestChoice = (proposal: Proposal | undefined): ProductChoice | null => {
  const best = proposal?.products[0]
  if (!best) return null
  const { sureness, ...product } = best
  return productChoice(product, sureness === 'same item')
}

const tagOf = (sureness: string) => {
  if (sureness === 'same item') return ANSWER_TEXT.sameItem
  return sureness === 'close' ? ANSWER_TEXT.close : null
}

type GarmentButtonProps = { garment: string; others: number; choice: ProductChoice }

/** Gives the same garment in other drafts the same product. */
const GarmentButton = ({ garment, others, choice }: GarmentButtonProps) => {
  const apply = useAction(
    () => api('POST /api/studio/garments/:garment', { params: { garment }, body: { choice } }),
    { done: ({ data }) => STUDIO_TEXT.sameGarmentDone(data.drafts), refresh: [['studio']] },
  )
  return (
    <Button
      variant="quiet"
      className="start"
      isBusy={apply.isPending}
      onClick={() => apply.mutate()}
    >
      {STUDIO_TEXT.sameGarment(others)}
    </Button>
  )
}

const EXACTNESS = { exact: STUDIO_TEXT.exact, similar: STUDIO_TEXT.similar }

type ClaimFieldsProps = {
  choice: ProductChoice
  isEditor: boolean
  onChange: (choice: ProductChoice) => void
}

/** Creators speak for themselves alone. */
const ClaimFields = ({ choice, isEditor, onChange }: ClaimFieldsProps) => (
  <div className={styles.claims}>
    <ChoiceField
      label={STUDIO_TEXT.exactness}
      options={EXACTNESS}
      value={choice.isExact ? 'exact' : 'similar'}
      onChange={(value) => onChange({ ...choice, isExact: value === 'exact' })}
    />
    {isEditor && (
      <ChoiceField
        label={STUDIO_TEXT.claimedBy}
        options={STUDIO_TEXT.claimants}
        value={choice.claimedBy}
        onChange={(claimedBy) => onChange({ ...choice, claimedBy })}
      />
    )}
  </div>
)

/** What visitors read below the product; closed, because most items need none of it. */
const DetailFields = ({ choice, onChange }: Omit<ClaimFieldsProps, 'isEditor'>) => {
  const { details = NO_DETAILS } = choice
  const write = <Key extends keyof WornDetails>(key: Key, label: string) => ({
    label,
    value: details[key] ?? '',
    onChange: (value: string) =>
      onChange({
        ...choice,
        details: { ...details, [key]: value || (NO_DETAILS[key] === null ? null : '') },
      }),
  })
  // Only at first: it must not close while the last of its fields is being emptied.
  const [isOpen] = useState(!isWithoutDetails(details))
  return (
    <details open={isOpen}>
      <summary className="label">{STUDIO_TEXT.details}</summary>
      <div className={classNames('stack gap-3', styles.details)}>
        <TextField {...write('size', STUDIO_TEXT.wornSize)} maxLength={DRAFT.wornSizeChars} />
        <div className={styles.claims}>
          <TextField {...write('code', STUDIO_TEXT.code)} maxLength={DRAFT.codeChars} />
          <TextField {...write('codeEnds', STUDIO_TEXT.codeEnds)} type="date" />
        </div>
        <TextField
          {...write('source', STUDIO_TEXT.itemSource)}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={DRAFT.linkChars}
          problem={details.source && !isHttpLink(details.source) ? STUDIO_TEXT.badLink : null}
        />
        <div className={styles.claims}>
          <TextField {...write('saidBy', STUDIO_TEXT.saidBy)} maxLength={DRAFT.creditChars} />
          <TextField {...write('saidOn', STUDIO_TEXT.saidOn)} type="date" />
        </div>
      </div>
    </details>
  )
}

const noProposalText = (search: BoxSearch | undefined) => {
  if (search?.isSearching) return STUDIO_TEXT.searchingBox
  return search?.hasFailed ? STUDIO_TEXT.notSearched : STUDIO_TEXT.noProposal
}

/** Gets the focus when the row is next. */
const MAIN_ACTION = { variant: 'secondary', 'data-confirm': true } as const

type ItemRowProps = {
  draft: Draft
  isEditor: boolean
  item: DraftItem
  number: number
  name: string
  proposal: Proposal | undefined
  /** Of a box that the publisher has drawn or moved. */
  search: BoxSearch | undefined
  isLit: boolean
  onLight: (id: string | null) => void
  /** Also moves the focus to the next undecided row. */
  onChoose: (choice: DraftChoice | null) => void
  /** Says more about the chosen product. */
  onChange: (choice: DraftChoice) => void
  onRename: (label: string) => void
  onRemove: () => void
}

/** An object of the photo, with the proposals of the finder or the decision of the publisher. */
export const ItemRow = (props: ItemRowProps) => {
  const { draft, isEditor, item, number, name: objectName, proposal, search, isLit } = props
  const { onLight, onChoose, onChange, onRename, onRemove } = props
  const [isPicking, setIsPicking] = useState(false)
  const { choice } = item
  const best = proposal?.products[0]
  const proposed = bestChoice(proposal)
  const others = proposal?.garment ? (draft.garments[proposal.garment] ?? 0) : 0
  const action = (
    text: string,
    onClick: () => void,
    rest: Partial<ComponentProps<typeof Button>> = {},
  ) => (
    <Button variant="quiet" aria-label={`${text}: ${objectName}`} onClick={onClick} {...rest}>
      {text}
    </Button>
  )
  return (
    <li
      id={itemElementId(item.id)}
      className={classNames(styles.item, isLit && styles.litItem)}
      data-state={choice === null ? 'undecided' : 'decided'}
      onPointerEnter={() => onLight(item.id)}
      onPointerLeave={() => onLight(null)}
    >
      <DraftCrop draft={draft} box={item.box} />
      <div className="stack gap-3">
        <div className="row between gap-3">
          <h3 className={styles.itemName}>
            <span className="quiet">{number}</span> <Verbatim>{objectName}</Verbatim>
          </h3>
          <IconButton
            icon="close"
            label={`${STUDIO_TEXT.deleteObject}: ${objectName}`}
            onClick={onRemove}
          />
        </div>
        {isDrawn(item) && (
          <TextField
            label={STUDIO_TEXT.nameOf(number)}
            placeholder={objectName}
            maxLength={DRAFT.labelChars}
            value={item.label}
            onChange={onRename}
          />
        )}
        {choice?.kind === 'product' && (
          <>
            <ProductRow product={choice.product} />
            <ClaimFields choice={choice} isEditor={isEditor} onChange={onChange} />
            <DetailFields choice={choice} onChange={onChange} />
            {others > 0 && proposal?.garment && (
              <GarmentButton garment={proposal.garment} others={others} choice={choice} />
            )}
          </>
        )}
        {choice?.kind === 'unknown' && <p className="quiet label">{STUDIO_TEXT.isUnknown}</p>}
        {choice === null &&
          (best ? (
            <ProductRow product={best} tag={tagOf(best.sureness)} />
          ) : (
            <output className="quiet label">{noProposalText(search)}</output>
          ))}
        <div className="row wrap gap-3">
          {choice === null ? (
            <>
              {proposed &&
                action(STUDIO_TEXT.confirm, () => onChoose(proposed), {
                  ...MAIN_ACTION,
                  icon: 'check',
                })}
              {proposed
                ? action(STUDIO_TEXT.chooseAnother, () => setIsPicking(true))
                : action(STUDIO_TEXT.chooseProduct, () => setIsPicking(true), MAIN_ACTION)}
              {action(STUDIO_TEXT.unknown, () => onChoose({ kind: 'unknown' }))}
            </>
          ) : (
            <>
              {choice.kind === 'product' && action(STUDIO_TEXT.change, () => setIsPicking(true))}
              {action(STUDIO_TEXT.undo, () => onChoose(null))}
            </>
          )}
        </div>
      </div>
      {isPicking && (
        <ProductPicker
          title={objectName}
          words={item.label}
          proposal={proposal}
          part={{ draft, box: item.box }}
          onClose={() => setIsPicking(false)}
          onPick={(product, isExact) => {
            setIsPicking(false)
            onChoose(productChoice(product, isExact))
          }}
        />
      )}
    </li>
  )
}
