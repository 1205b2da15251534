import { TextField } from '#client/ui/text-field.tsx'

type EmailFieldProps = {
  label?: string
  value: string
  onChange: (email: string) => void
  problem?: string | undefined
  /** Also offers passkeys where the page asks for them. */
  suggestsPasskeys?: boolean
}

export const EmailField = ({
  label = 'Your email',
  suggestsPasskeys = false,
  onChange,
  ...rest
}: EmailFieldProps) => (
  <TextField
    label={label}
    type="email"
    autoComplete={suggestsPasskeys ? 'email webauthn' : 'email'}
    required
    onChange={(event) => onChange(event.target.value)}
    {...rest}
  />
)
