import { Link } from 'react-router'
import { ButtonLink } from '#client/ui/button.tsx'
import { WithVerbatim } from '#client/ui/with-verbatim.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { formatNamesHeader } from '#shared/domain/celebrity.ts'
import { HOME_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { type CelebritySelection, EVERYONE, paths } from '#shared/paths.ts'
import styles from './celebrity-names.module.css'

/**
 * The header lists the celebrities found, as the catalogue spells them: an address may name somebody
 * twice, or by a former name. If there are none, it lists the names in the address.
 */
export const selectKnownNames = (
  selection: CelebritySelection,
  people: readonly { name: string }[] = [],
): readonly string[] => {
  if (selection === EVERYONE) return []
  return people.length > 0 ? people.map(({ name }) => name) : selection
}

type HeadingNamesProps = {
  text: string
  /** In the order in which they occur in the text. */
  names: readonly string[]
}

/** A heading whose lines break between names, and inside one only if it is wider than the line. */
export const HeadingNames = ({ text, names }: HeadingNamesProps) => {
  const parts = []
  let rest = text
  for (const name of names) {
    const at = rest.indexOf(name)
    if (at === -1) continue
    const end = at + name.length + (rest[at + name.length] === ',' ? 1 : 0)
    parts.push(
      rest.slice(0, at),
      <bdi key={name} className={styles.name} translate="no">
        {rest.slice(at, end)}
      </bdi>,
    )
    rest = rest.slice(end)
  }
  // The display type's plus is too thin to be seen.
  const [beforePlus = '', afterPlus] = rest.split('+')
  if (afterPlus === undefined) return [...parts, rest]
  return [
    ...parts,
    beforePlus,
    <span key="+" className={styles.plus}>
      +
    </span>,
    afterPlus,
  ]
}

/** A way to continue from a list without results. */
export const AllCelebrities = () => (
  <ButtonLink to={paths.allCelebrities.href()}>{HOME_TEXT.viewAllCelebrities}</ButtonLink>
)

type NoOneCalledProps = { names: readonly string[]; isPage?: boolean }

/** Shown instead of a list if none of the names is in the catalogue. */
export const NoOneCalled = ({ names, isPage = false }: NoOneCalledProps) => (
  <EmptyState title={RESULTS_TEXT.empty} isPage={isPage} action={<AllCelebrities />}>
    <WithVerbatim text={RESULTS_TEXT.noOneCalled(formatNamesHeader(names, true))} parts={names} />
  </EmptyState>
)

export const UnknownNames = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className={styles.note}>
      <WithVerbatim
        text={RESULTS_TEXT.unknownNames(formatNamesHeader(names, true))}
        parts={names}
      />{' '}
      <Link to={paths.allCelebrities.href()}>{HOME_TEXT.viewAllCelebrities}</Link>
    </p>
  )
