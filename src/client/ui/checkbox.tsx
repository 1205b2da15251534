import type { ComponentProps, ReactNode } from 'react'
import styles from './checkbox.module.css'

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
