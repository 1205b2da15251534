import type { ButtonHTMLAttributes, ReactNode } from 'react'
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
