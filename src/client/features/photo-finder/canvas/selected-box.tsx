import { type ComponentProps } from 'react'
import { objectName, spokenName } from '#client/features/photo-finder/results/object-view.tsx'
import { useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { IconButton } from '#client/ui/button.tsx'
import { MovableBox } from '#client/ui/canvas/movable-box.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './detection-canvas.module.css'

type SelectedBoxProps = Omit<
  ComponentProps<typeof MovableBox>,
  'name' | 'label' | 'isMovable' | 'children'
> & { detection: ScanDetection; isBoxShown: boolean; onToggleBox: () => void }

/** The bounding box with its category label and three buttons. */
export const SelectedBox = ({ detection, onToggleBox, ...rest }: SelectedBoxProps) => {
  const { isPublic, onEdit, onDelete } = useFinderView()
  const { isBoxShown } = rest
  return (
    <MovableBox
      {...rest}
      name={spokenName(detection)}
      isMovable={detection.isResizable}
      label={
        <>
          <span>{CATEGORY_LABELS[detection.category]}</span>
          {objectName(detection) && (
            <span className={styles.objectName}>{objectName(detection)}</span>
          )}
        </>
      }
    >
      <IconButton
        icon={isBoxShown ? 'eye-off' : 'eye'}
        label={isBoxShown ? FINDER_TEXT.hideBox : FINDER_TEXT.showBox}
        onClick={onToggleBox}
      />
      {!isPublic && (
        <IconButton icon="edit" label={FINDER_TEXT.editInfo} onClick={() => onEdit(detection.id)} />
      )}
      <IconButton
        icon="trash"
        label={FINDER_TEXT.deleteBox}
        onClick={() => onDelete(detection.id)}
      />
    </MovableBox>
  )
}
