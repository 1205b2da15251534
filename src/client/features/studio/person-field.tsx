import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type PointerEvent,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import { Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { createSearchQuery } from '#client/catalog/queries.ts'
import { createCallQuery } from '#client/lib/query.ts'
import { createBoxStyle } from '#client/lib/picture-overlay.ts'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/fields.tsx'
import { Name } from '#client/ui/name.tsx'
import { DRAFT } from '#shared/studio-constants.ts'
import type { Draft, DraftBox } from '#shared/contract/studio.ts'
import {
  moveBoxByKey,
  FULL_PHOTO,
  cropDefaultPortrait,
  isArrowKey,
  type Size,
  cropSquare,
} from '#shared/domain/box.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import styles from './studio.module.css'

const MAX_SUGGESTIONS = 6

type PersonFieldProps = {
  draft: Draft
  person: string
  portrait: DraftBox | null
  onPerson: (person: string) => void
  onPortrait: (portrait: DraftBox) => void
}

/** Suggests people of the catalogue; a name that is not among them creates a new person. */
export const PersonField = ({
  draft,
  person,
  portrait,
  onPerson,
  onPortrait,
}: PersonFieldProps) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const words = useDeferredValue(person.trim())
  const { data } = useQuery(createSearchQuery(words, null))
  const people = (data?.celebrities ?? []).slice(0, MAX_SUGGESTIONS)
  const match = people.find(({ name }) => foldName(name) === foldName(person))
  const check = useQuery({
    ...createCallQuery(['studio', 'person', draft.id, words], 'GET /api/studio/drafts/:id/person', {
      params: { id: draft.id },
      query: { name: words },
    }),
    // Publishing changes who is there.
    staleTime: 0,
    enabled: words !== '',
  })
  const checked = words === person.trim() && !check.isFetching ? check.data : undefined
  const isNew = checked?.existing === null && checked.problem === null
  const isListShown = isOpen && people.length > 0 && !(match && people.length === 1)

  const choose = (name: string) => {
    onPerson(name)
    setIsOpen(false)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isListShown) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
    if (step !== 0) setActive((active + step + people.length) % people.length)
    const chosenName = event.key === 'Enter' ? people[active]?.name : undefined
    if (chosenName) choose(chosenName)
    if (event.key === 'Escape') setIsOpen(false)
    if (step !== 0 || chosenName) event.preventDefault()
  }

  return (
    <div className="stack gap-3">
      <div className={styles.person}>
        <TextField
          label={STUDIO_TEXT.who}
          placeholder={STUDIO_TEXT.whoHint}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="combobox"
          aria-expanded={isListShown}
          aria-controls={`${id}-people`}
          aria-autocomplete="list"
          aria-activedescendant={isListShown ? `${id}-${active}` : undefined}
          autoComplete="off"
          maxLength={DRAFT.nameChars}
          value={person}
          onChange={(value) => {
            onPerson(value)
            setActive(0)
            setIsOpen(true)
          }}
          onKeyDown={handleKey}
          onBlur={() => setIsOpen(false)}
          problem={checked?.problem}
        />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no pictures */}
        <div id={`${id}-people`} role="listbox" className={styles.people} hidden={!isListShown}>
          {people.map(({ name, image }, index) => (
            // The field keeps the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={name}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === active}
              className={classNames('row gap-3', styles.option)}
              // Otherwise the field would lose the focus, and the list would close before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              <Portrait image={image} size={32} />
              <Name>{name}</Name>
            </div>
          ))}
        </div>
      </div>
      {checked && <SpellingNote typed={words} {...checked} />}
      {isNew && (
        <>
          <output className="quiet label">{STUDIO_TEXT.newPerson(words)}</output>
          <PortraitCrop
            draft={draft}
            box={portrait ?? cropDefaultPortrait(draft)}
            onChange={onPortrait}
          />
        </>
      )}
    </div>
  )
}

type SpellingNoteProps = { typed: string; existing: string | null; publishedAs: string }

/** Says what happens to a name that the catalogue has in another spelling. */
const SpellingNote = ({ typed, existing, publishedAs }: SpellingNoteProps) => {
  if (existing === null || existing === typed) return null
  return (
    <output className="quiet label">
      {publishedAs === typed
        ? STUDIO_TEXT.respelled(existing, typed)
        : STUDIO_TEXT.publishedAs(publishedAs)}
    </output>
  )
}

const KEY_STEP = 0.02
const SIZES = { min: 0.1, max: 1, step: 0.02 }

const sizeOf = ({ width, height }: Size, box: DraftBox) =>
  (box.width * width) / Math.min(width, height)
const centerOf = ({ x, y, width, height }: DraftBox) => ({ x: x + width / 2, y: y + height / 2 })

type PortraitCropProps = { draft: Draft; box: DraftBox; onChange: (box: DraftBox) => void }

const PortraitCrop = ({ draft, box, onChange }: PortraitCropProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const [isDragging, setIsDragging] = useState(false)
  const moveTo = (event: PointerEvent) => {
    const rect = frame.current?.getBoundingClientRect()
    if (!rect) return
    const x = (event.clientX - rect.left) / rect.width
    const y = (event.clientY - rect.top) / rect.height
    onChange(cropSquare(draft, sizeOf(draft, box), { x, y }))
  }
  return (
    <fieldset className={classNames('stack gap-2', styles.portrait)}>
      <legend className="quiet small">{STUDIO_TEXT.portrait}</legend>
      <p className="quiet small">{STUDIO_TEXT.portraitHint}</p>
      <div
        ref={frame}
        className={styles.portraitPhoto}
        style={{ aspectRatio: `${draft.width} / ${draft.height}` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setIsDragging(true)
          moveTo(event)
        }}
        onPointerMove={(event) => isDragging && moveTo(event)}
        onPointerUp={() => setIsDragging(false)}
      >
        <img src={buildPictureUrl(draft.photo, 384)} alt="" />
        <button
          type="button"
          className={styles.circle}
          style={createBoxStyle(box)}
          aria-label={STUDIO_TEXT.portraitHint}
          onKeyDown={(event) => {
            if (!isArrowKey(event.key)) return
            event.preventDefault()
            const limits = { step: KEY_STEP, bounds: FULL_PHOTO, min: 0 }
            onChange(moveBoxByKey(box, event.key, false, limits))
          }}
        />
      </div>
      <input
        type="range"
        aria-label={STUDIO_TEXT.portraitSize}
        {...SIZES}
        value={sizeOf(draft, box)}
        onChange={({ target }) => onChange(cropSquare(draft, Number(target.value), centerOf(box)))}
      />
    </fieldset>
  )
}
