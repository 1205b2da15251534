import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './detection-canvas.module.css'

type CanvasToolsProps = {
  isDrawing: boolean
  onAdd: () => void
  onDraw: () => void
  onStop: () => void
}

/** §2, §4: adds a manual box in the middle, or lets the user draw one. */
export const CanvasTools = ({ isDrawing, onAdd, onDraw, onStop }: CanvasToolsProps) => (
  <div
    className={classNames('row wrap gap-2', styles.tools)}
    data-keeps-selection
    role="toolbar"
    aria-label={FINDER_TEXT.tools}
  >
    {isDrawing ? (
      <>
        <output className="quiet label">{FINDER_TEXT.drawing}</output>
        <Button onClick={onStop}>{FINDER_TEXT.stopDrawing}</Button>
      </>
    ) : (
      <>
        <Button icon="plus" onClick={onAdd}>
          {FINDER_TEXT.addBox}
        </Button>
        <Button icon="edit" onClick={onDraw}>
          {FINDER_TEXT.drawBox}
        </Button>
      </>
    )}
  </div>
)
