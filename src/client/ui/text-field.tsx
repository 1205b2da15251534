import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './text-field.module.css'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> & {
  label: string
  onChange?: (value: string) => void
  /** What is wrong with the value; screen readers read it with the field. */
  problem?: string | null | undefined
  /** A control at the end of the field, such as copy. */
  action?: ReactNode
  /** Makes it a text area. */
  rows?: number
  /** Makes it a choice; see ChoiceField. */
  options?: Readonly<Record<string, string>>
  ref?: Ref<HTMLInputElement>
}

type ChoiceFieldProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** A choice between the keys of `options`. */
export const ChoiceField = <Value extends string>({
  onChange,
  ...rest
}: ChoiceFieldProps<Value>) => (
  <TextField {...rest} onChange={(value) => onChange(value as Value)} />
)

export const TextField = ({
  label,
  problem,
  action,
  rows,
  options,
  onChange,
  ...rest
}: TextFieldProps) => {
  const id = useId()
  const problemId = `${id}-problem`
  const shared = {
    id,
    className: styles.input,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? problemId : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  }
  return (
    <div className="stack gap-1">
      <label className={classNames('quiet small', styles.label)} htmlFor={id}>
        {label}
      </label>
      <div className={classNames('row', styles.line)}>
        {options ? (
          <>
            <select {...shared} value={rest.value}>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
            <span className={styles.chevron}>
              <Icon name="chevron-down" size={16} />
            </span>
          </>
        ) : rows ? (
          <textarea
            {...shared}
            rows={rows}
            name={rest.name}
            defaultValue={rest.defaultValue}
            maxLength={rest.maxLength}
            disabled={rest.disabled}
            required={rest.required}
            value={rest.value}
          />
        ) : (
          <input {...rest} {...shared} />
        )}
        {action}
      </div>
      {problem && (
        <p id={problemId} className="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
