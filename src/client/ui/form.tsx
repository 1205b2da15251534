import type { ChangeEvent, ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './form.module.css'

/** The trimmed text of a field, by its name. */
export type FieldText = (name: string) => string

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (text: FieldText, form: HTMLFormElement) => void
}

/** A form that the page handles itself. Its fields are stacked, unless a class says otherwise. */
export const Form = ({ onSubmit, className = 'stack gap-4', ...rest }: FormProps) => (
  <form
    {...rest}
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      const data = new FormData(event.currentTarget)
      const text = (name: string) => {
        const value = data.get(name)
        return typeof value === 'string' ? value.trim() : ''
      }
      onSubmit(text, event.currentTarget)
    }}
  />
)

/** For a file input. Clears it, because choosing the same file again would otherwise be no change. */
export const onFiles =
  (use: (files: [File, ...File[]]) => unknown) =>
  ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [first, ...others] = target.files ?? []
    target.value = ''
    if (first) use([first, ...others])
  }

type PageProblemProps = { children: string; className?: string | undefined }

/** What went wrong with the whole page, in a box. */
export const PageProblem = ({ children, className }: PageProblemProps) => (
  <p className={classNames(styles.pageProblem, className)} role="alert">
    {children}
  </p>
)

/** What went wrong with a form, announced to screen readers; nothing if all is well. */
export const Problem = ({ children }: { children: string | null | undefined }) =>
  children ? (
    <p className="problem" role="alert">
      {children}
    </p>
  ) : null
