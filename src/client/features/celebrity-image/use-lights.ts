import { useState } from 'react'

/**
 * Which products are highlighted, on the picture and among the cards. Focus and pointer count
 * separately: after a click the pointer rests on some other card of the new page.
 */
export const useLights = () => {
  const [hovered, setHovered] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  return {
    isLit: (id: string) => id === hovered || id === focused,
    /** For a dot or a card of the product. */
    handlers: (id: string) => ({
      onPointerEnter: () => setHovered(id),
      onPointerLeave: () => setHovered(null),
      onFocus: () => setFocused(id),
      onBlur: () => setFocused(null),
    }),
  }
}
export type Lights = ReturnType<typeof useLights>
