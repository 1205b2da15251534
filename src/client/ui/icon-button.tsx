import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'
import { Icon, type IconName } from './icon.tsx'

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
    className={classNames('target', variant, styles.button, styles[variant], className)}
  >
    <Icon name={icon} size={22} />
  </button>
)
