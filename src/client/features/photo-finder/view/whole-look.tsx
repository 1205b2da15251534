import { useState } from 'react'
import { type PricedOption, sumPrices, useMoney } from '#client/catalog/products/money.ts'
import { Price } from '#client/catalog/products/price.tsx'
import type { Answer } from '#client/features/photo-finder/state/answers.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { shareLink } from '#client/ui/share-link.ts'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { LOOK_TEXT } from '#shared/finder-messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './finder.module.css'
import { MatchCard } from './object-matches.tsx'
import { PhotoCrop, shortName } from './object-view.tsx'
import { useFinderView } from './use-finder.ts'

type Selection = { cost: number; picks: readonly PricedOption[] }

/** Leaves out products without a price, which would otherwise count as the cheapest. */
const pricedOrAll = (options: readonly PricedOption[]) => {
  const priced = options.filter(({ amount }) => amount !== null)
  return priced.length > 0 ? priced : options
}

const extend = ({ cost, picks }: Selection, option: PricedOption): Selection => ({
  cost: cost + (option.amount ?? 0),
  picks: [...picks, option],
})

/**
 * One option for each piece: as near to the best matches as the budget allows, or the cheapest of all
 * if nothing fits it. Options come in the order of the results, and each place further down counts as
 * one step away from the best; for every number of steps the cheapest selection is kept.
 */
export const chooseWithinBudget = (
  pieces: readonly (readonly PricedOption[])[],
  budget: number,
): readonly PricedOption[] => {
  let bySteps: (Selection | undefined)[] = [{ cost: 0, picks: [] }]
  for (const options of pieces.map(pricedOrAll)) {
    const next: (Selection | undefined)[] = []
    bySteps.forEach((from, steps) => {
      if (!from) return
      options.forEach((option, rank) => {
        const cheapest = next[steps + rank]
        const selection = extend(from, option)
        if (!cheapest || selection.cost < cheapest.cost) next[steps + rank] = selection
      })
    })
    bySteps = next
  }
  const selections = bySteps.filter((selection) => selection !== undefined)
  const fitting = selections.find(({ cost }) => cost <= budget)
  const cheapest = selections.reduce<Selection | undefined>(
    (best, selection) => (best && best.cost <= selection.cost ? best : selection),
    undefined,
  )
  return (fitting ?? cheapest)?.picks ?? []
}

/** The visitor's decisions; everything else follows from the matches. */
export type LookChoice = {
  /** In the visitor's currency. */
  budget: number | null
  isCheapest: boolean
  /** The product that the visitor chose for a piece, by the id of its object. */
  fixed: ReadonlyMap<string, string>
  leftOut: ReadonlySet<string>
}

export const NO_CHOICE: LookChoice = {
  budget: null,
  isCheapest: false,
  fixed: new Map(),
  leftOut: new Set(),
}

type Priced = { id: string; price?: string | null | undefined }

/** Which product each object gets, and what they cost together. */
export const useLook = (matches: ReadonlyMap<string, readonly Priced[]>, choice: LookChoice) => {
  const money = useMoney()
  const { budget, isCheapest, fixed, leftOut } = choice
  const pieces = [...matches].filter(([id, options]) => options.length > 0 && !leftOut.has(id))
  const options = pieces.map(([id, products]) => {
    const chosen = products.filter((product) => product.id === fixed.get(id))
    return (chosen.length > 0 ? chosen : products).map((product): PricedOption => ({
      id: product.id,
      amount: money.amountOf(product.price),
    }))
  })
  const picks = chooseWithinBudget(options, isCheapest ? 0 : (budget ?? Infinity))
  const total = sumPrices(picks)
  return {
    ...money,
    ...total,
    isOverBudget: budget !== null && total.amount > budget,
    /** The id of the product for each object, by the id of the object. */
    productIds: new Map(pieces.map(([id], index) => [id, picks[index]?.id])),
  }
}

type Matches = ReadonlyMap<string, readonly Answer[]>

type SwapDialogProps = {
  detection: ScanDetection
  current: Answer
  options: readonly Answer[]
  onChoose: (answer: Answer) => void
  onClose: () => void
}

/** The other matches of a piece, beside its crop. */
const SwapDialog = ({ detection, current, options, onChoose, onClose }: SwapDialogProps) => {
  const { state } = useFinderView()
  return (
    <Dialog isOpen onClose={onClose} title={LOOK_TEXT.exchangeFor(current.title)} variant="wide">
      <ul className={styles.options}>
        <li aria-hidden="true">
          <PhotoCrop photo={state.photo} detection={detection} />
        </li>
        {options.map((answer) => (
          <li key={answer.id}>
            <button
              type="button"
              className={classNames('stack gap-2', styles.option)}
              aria-pressed={answer.id === current.id}
              onClick={() => onChoose(answer)}
            >
              <Picture
                url={answer.imageUrl ?? answer.thumbnail ?? ''}
                shape="product"
                frameRatio={1.25}
              />
              <span className="label">
                <Verbatim>{answer.title}</Verbatim>
              </span>
              <Price price={answer.price} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type WholeLookProps = {
  matches: Matches
  choice: LookChoice
  onChange: (choice: LookChoice) => void
}

/** One product for every object, with their total price. */
export const WholeLook = ({ matches, choice, onChange }: WholeLookProps) => {
  const { state } = useFinderView()
  const { productIds, amount, unpriced, isOverBudget, currency, display } = useLook(matches, choice)
  const [swappedId, setSwappedId] = useState<string | null>(null)
  const change = (changes: Partial<LookChoice>) => onChange({ ...choice, ...changes })
  const pieces = state.detections.flatMap((detection) => {
    const options = matches.get(detection.id) ?? []
    const answer = options.find(({ id }) => id === productIds.get(detection.id))
    return options.length > 0 ? [{ detection, options, answer }] : []
  })
  const answers = pieces.flatMap(({ answer }) => answer ?? [])
  const sharedIds = answers.flatMap(({ id, isInCatalog }) => (isInCatalog ? [id] : []))
  const unsharedCount = answers.length - sharedIds.length
  const swapped = pieces.find(({ detection }) => detection.id === swappedId)
  const setLeftOut = (id: string, isLeftOut: boolean) => {
    const others = [...choice.leftOut].filter((other) => other !== id)
    change({ leftOut: new Set(isLeftOut ? [...others, id] : others) })
  }
  return (
    <section className="stack gap-5" aria-labelledby="whole-look">
      <h2 id="whole-look">{LOOK_TEXT.title}</h2>
      <div className={styles.controls}>
        <TextField
          label={LOOK_TEXT.budget(currency)}
          type="number"
          inputMode="numeric"
          min={0}
          value={choice.budget ?? ''}
          onChange={(value) => {
            const budget = value === '' ? null : Math.max(0, Number(value))
            change({ budget, isCheapest: false })
          }}
        />
        {[false, true].map((isCheapest) => (
          <Button
            key={String(isCheapest)}
            className={styles.strategy}
            aria-pressed={choice.isCheapest === isCheapest && choice.budget === null}
            onClick={() => change({ isCheapest, budget: null, fixed: new Map() })}
          >
            {isCheapest ? LOOK_TEXT.cheapest : LOOK_TEXT.best}
          </Button>
        ))}
      </div>
      <ul className={styles.pieces}>
        {pieces.map(({ detection, options, answer }) => (
          <li key={detection.id} className="stack gap-1" aria-label={shortName(detection)}>
            <div className={styles.piece}>
              {answer ? (
                <>
                  <MatchCard answer={answer} isSmall />
                  <span className={styles.inset}>
                    <PhotoCrop photo={state.photo} detection={detection} />
                  </span>
                </>
              ) : (
                <div className={styles.leftOut}>
                  <PhotoCrop photo={state.photo} detection={detection} />
                  <p className="quiet label">{LOOK_TEXT.leftOut}</p>
                </div>
              )}
            </div>
            <div className={classNames('row wrap', styles.actions)}>
              {answer && options.length > 1 && (
                <Button
                  variant="quiet"
                  aria-label={`${LOOK_TEXT.exchange}: ${answer.title}`}
                  onClick={() => setSwappedId(detection.id)}
                >
                  {LOOK_TEXT.exchange}
                </Button>
              )}
              <Button
                variant="quiet"
                aria-label={`${answer ? LOOK_TEXT.leaveOut : LOOK_TEXT.putBack}: ${shortName(detection)}`}
                onClick={() => setLeftOut(detection.id, answer !== undefined)}
              >
                {answer ? LOOK_TEXT.leaveOut : LOOK_TEXT.putBack}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.total}>
        <output className="stack">
          <strong>
            {LOOK_TEXT.total} {LOOK_TEXT.summary(answers.length, display(amount))}
          </strong>
          {unpriced > 0 && <span className="quiet small">{LOOK_TEXT.unpriced(unpriced)}</span>}
          {isOverBudget && <span className="problem">{LOOK_TEXT.overBudget(display(amount))}</span>}
        </output>
        <Button
          variant="primary"
          disabled={sharedIds.length === 0}
          onClick={() => void shareLink(LOOK_TEXT.title, paths.sharedLook.href(sharedIds))}
        >
          {LOOK_TEXT.share}
        </Button>
      </div>
      <p className="quiet small">
        {LOOK_TEXT.shareNote} {unsharedCount > 0 && LOOK_TEXT.notShared(unsharedCount)}
      </p>
      {swapped?.answer && (
        <SwapDialog
          detection={swapped.detection}
          current={swapped.answer}
          options={swapped.options}
          onChoose={({ id }) => {
            change({ fixed: new Map([...choice.fixed, [swapped.detection.id, id]]) })
            setSwappedId(null)
          }}
          onClose={() => setSwappedId(null)}
        />
      )}
    </section>
  )
}
