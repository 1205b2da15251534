import { classNames } from './class-names.ts'
import styles from './heart-button.module.css'
import { Icon } from './icon.tsx'

type HeartButtonProps = {
  /** Such as 'Save Silk slip dress'. It does not change when pressed: aria-pressed has the state. */
  label: string
  isPressed: boolean
  /** Disabled while its call runs. */
  isBusy?: boolean
  /** On a picture, with its own background. */
  isRaised?: boolean
  onPress: () => void
}

export const HeartButton = ({
  label,
  isPressed,
  isBusy = false,
  isRaised = false,
  onPress,
}: HeartButtonProps) => (
  <button
    type="button"
    className={classNames(
      'target',
      styles.heart,
      isRaised && styles.raised,
      isPressed && styles.pressed,
    )}
    aria-label={label}
    aria-pressed={isPressed}
    aria-busy={isBusy || undefined}
    disabled={isBusy}
    onClick={onPress}
  >
    <Icon name="heart" size={22} isFilled={isPressed} />
  </button>
)
