import type { UseMutationResult } from '@tanstack/react-query'
import { formatContinueLabel, useMethodName } from '#client/account/sign-in.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LOGIN_TEXT } from '#shared/account-messages.ts'
import type { ProviderId, SocialId } from '#shared/domain/sign-in-methods.ts'
import styles from './login-page.module.css'

/** The providers' logos in their brand colours, as their guidelines require. */
const MARKS: Record<SocialId, { box: string; strokes: [color: string, path: string][] }> = {
  google: {
    box: '0 0 48 48',
    strokes: [
      [
        '#EA4335',
        'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z',
      ],
      [
        '#4285F4',
        'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z',
      ],
      [
        '#FBBC05',
        'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z',
      ],
      [
        '#34A853',
        'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z',
      ],
    ],
  },
  facebook: {
    box: '0 0 24 24',
    strokes: [
      [
        '#1877F2',
        'M24 12.07C24 5.4 18.63 0 12 0S0 5.4 0 12.07C0 18.1 4.39 23.1 10.13 24v-8.44H7.08v-3.49h3.05V9.41c0-3.02 1.79-4.69 4.53-4.69 1.31 0 2.68.24 2.68.24v2.97h-1.51c-1.49 0-1.95.93-1.95 1.89v2.25h3.32l-.53 3.49h-2.79V24C19.61 23.1 24 18.1 24 12.07z',
      ],
    ],
  },
}

const ProviderMark = ({ provider }: { provider: ProviderId }) => {
  if (provider === 'oidc') return <Icon name="person" />
  const { box, strokes } = MARKS[provider]
  return (
    <svg viewBox={box} width={20} height={20} aria-hidden="true" focusable="false">
      {strokes.map(([color, path]) => (
        <path key={color} fill={color} d={path} />
      ))}
    </svg>
  )
}

type ProviderButtonsProps = {
  providers: readonly { id: ProviderId }[]
  signIn: Pick<
    UseMutationResult<void, Error, ProviderId>,
    'isPending' | 'isSuccess' | 'variables' | 'mutate'
  >
}

export const ProviderButtons = ({ providers, signIn }: ProviderButtonsProps) => {
  const nameOf = useMethodName()
  // The button stays busy until the provider's page has loaded.
  const leavingFor = signIn.isPending || signIn.isSuccess ? signIn.variables : undefined
  return providers.map(({ id }) => (
    <Button
      key={id}
      className={styles.provider}
      disabled={leavingFor !== undefined}
      isBusy={leavingFor === id}
      onClick={() => signIn.mutate(id)}
    >
      {leavingFor !== id && <ProviderMark provider={id} />}
      {leavingFor === id ? LOGIN_TEXT.signingIn : formatContinueLabel(id, nameOf)}
    </Button>
  ))
}
