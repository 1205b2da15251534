import { useTheme } from '#client/lib/theme.ts'
import { IconButton } from '#client/ui/icon-button.tsx'

export const ThemeSwitch = ({ className }: { className?: string | undefined }) => {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      className={className}
      onClick={toggle}
    />
  )
}
