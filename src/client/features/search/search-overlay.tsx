import { Dialog } from '#client/ui/dialog.tsx'
import { SearchField } from './search-field.tsx'

type SearchOverlayProps = { isOpen: boolean; onClose: () => void }

const SearchOverlay = ({ isOpen, onClose }: SearchOverlayProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Search" isTitleHidden variant="top">
    <SearchField onLeave={onClose} />
  </Dialog>
)

export default SearchOverlay
