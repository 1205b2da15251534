import { useRef } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { SearchField } from './search-field.tsx'

type SearchOverlayProps = { isOpen: boolean; onClose: () => void; onLeave: () => void }

const SearchOverlay = ({ isOpen, onClose, onLeave }: SearchOverlayProps) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onClose()}
      title="Search"
      isTitleHidden
      variant="top"
      firstFocus={field}
    >
      <SearchField ref={field} onLeave={onLeave} />
    </Dialog>
  )
}

export default SearchOverlay
