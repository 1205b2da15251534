import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName, Spinner } from './icon.tsx'

type ButtonStyle = {
  /** primary: the main action; secondary: outlined; quiet: underlined text. */
  variant?: 'primary' | 'secondary' | 'quiet'
  icon?: IconName | undefined
  children: ReactNode
}

type ButtonProps = ButtonStyle & ButtonHTMLAttributes<HTMLButtonElement> & { isBusy?: boolean }

export const Button = ({
  variant = 'secondary',
  icon,
  isBusy = false,
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={disabled || isBusy}
    aria-busy={isBusy || undefined}
    className={classNames(styles.button, styles[variant], className)}
  >
    {isBusy ? <Spinner size={16} /> : icon && <Icon name={icon} size={18} />}
    {children}
  </button>
)

type ButtonLinkProps = ButtonStyle & LinkProps

export const ButtonLink = ({
  variant = 'secondary',
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) => (
  <Link {...rest} className={classNames(styles.button, styles[variant], className)}>
    {icon && <Icon name={icon} size={18} />}
    {children}
  </Link>
)

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName
  label: string
  /** ghost: on the page; raised: on a picture, with its own background. */
  variant?: 'ghost' | 'raised'
  ref?: Ref<HTMLButtonElement>
}

export const IconButton = ({
  icon,
  label,
  variant = 'ghost',
  className,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={classNames('target', variant, styles.iconButton, styles[variant], className)}
  >
    <Icon name={icon} size={22} />
  </button>
)

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
