import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './text-field.module.css'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string
  hint?: string
  /** What is wrong with the value; screen readers read it with the field. */
  problem?: string | null | undefined
  /** A control at the end of the field, such as copy. */
  action?: ReactNode
  rows?: number
  ref?: Ref<HTMLInputElement>
}

export const TextField = ({
  label,
  hint,
  problem,
  action,
  rows,
  className,
  ...rest
}: TextFieldProps) => {
  const id = useId()
  const noteId = `${id}-note`
  const note = problem ?? hint
  const shared = {
    id,
    className: styles.input,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': note ? noteId : undefined,
  }
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        {rows ? (
          <textarea
            {...shared}
            rows={rows}
            name={rest.name}
            disabled={rest.disabled}
            required={rest.required}
          />
        ) : (
          <input {...rest} {...shared} />
        )}
        {action}
      </div>
      {note && (
        <p id={noteId} className={problem ? styles.problem : styles.hint}>
          {note}
        </p>
      )}
    </div>
  )
}
