import {
  type ChangeEvent,
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './form.module.css'
import { Icon } from './icon.tsx'

/** For a file input. Clears it, because choosing the same file again would otherwise be no change. */
export const handleFiles =
  (use: (files: [File, ...File[]]) => unknown) =>
  ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [first, ...others] = target.files ?? []
    target.value = ''
    if (first) use([first, ...others])
  }

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

const LEFT_TO_RIGHT = new Set<string | undefined>(['url', 'email', 'tel'])

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
          // Addresses begin at the left in every language.
          <input {...(LEFT_TO_RIGHT.has(rest.type) && { dir: 'ltr' })} {...rest} {...shared} />
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

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export const Checkbox = ({ label, ...input }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input type="checkbox" {...input} />
    <span>{label}</span>
  </label>
)

type CheckboxesProps<Name extends string> = {
  legend: string
  names: readonly Name[]
  labelOf: (name: Name) => string
  chosen: readonly Name[]
  onChange: (chosen: readonly Name[]) => void
}

/** A choice of any number of options. */
export const Checkboxes = <Name extends string>(props: CheckboxesProps<Name>) => {
  const { legend, names, labelOf, chosen, onChange } = props
  return (
    <fieldset>
      <legend className="quiet small">{legend}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={labelOf(name)}
          checked={chosen.includes(name)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  )
}
