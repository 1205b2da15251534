import type { ComponentProps } from 'react'

/** The trimmed text of a field, by its name. */
export type FieldText = (name: string) => string

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (text: FieldText, form: HTMLFormElement) => void
}

/**
 * A form that the page handles itself, which leads to its first field with a problem. Fields are stacked,
 * unless a class says otherwise.
 */
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
      const form = event.currentTarget
      onSubmit(text, form)
      // What is wrong may be out of sight. A page may have led to another field already.
      requestAnimationFrame(() => {
        const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid=true]')]
        if (!wrong.includes(document.activeElement as HTMLElement)) wrong[0]?.focus()
      })
    }}
  />
)

/** What went wrong with a form, announced to screen readers; nothing if all is well. */
export const Problem = ({ children }: { children: string | null | undefined }) =>
  children ? (
    <p className="problem" role="alert">
      {children}
    </p>
  ) : null
