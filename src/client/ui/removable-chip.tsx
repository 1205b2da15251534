import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type RemovableChipProps = { label: string; onRemove: () => void; className?: string | undefined }

/** A filter that applies; pressing it removes it. */
export const RemovableChip = ({ label, onRemove, className }: RemovableChipProps) => (
  <button
    type="button"
    className={classNames('row gap-2 label chip', className)}
    aria-label={`Remove filter ${label}`}
    onClick={onRemove}
  >
    {label}
    <Icon name="close" size={14} />
  </button>
)
