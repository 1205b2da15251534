import { TextField } from '#client/ui/text-field.tsx'

type EmailFieldProps = {
  label?: string
  value: string
  onChange: (email: string) => void
  problem?: string | undefined
}

export const EmailField = ({ label = 'Your email', onChange, ...rest }: EmailFieldProps) => (
  <TextField
    label={label}
    type="email"
    autoComplete="email"
    required
    onChange={(event) => onChange(event.target.value)}
    {...rest}
  />
)
