import { useLocation, useNavigate } from 'react-router'
import { IconButton } from '#client/ui/button.tsx'
import { BACK_ARROW } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

type BackArrowProps = { className?: string | undefined; variant?: 'ghost' | 'raised' }

/** History back, or Home if nothing has happened after 500 ms. Not shown on Home. */
export const BackArrow = ({ className, variant = 'ghost' }: BackArrowProps) => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (pathname === paths.home.pattern) return null

  const handleBack = () => {
    const before = window.location.href
    window.history.back()
    setTimeout(() => {
      if (window.location.href === before) void navigate(paths.home.href())
    }, BACK_ARROW.fallbackMs)
  }
  return (
    <IconButton
      icon="arrow-left"
      label={UI_TEXT.goBack}
      className={className}
      variant={variant}
      onClick={handleBack}
    />
  )
}
