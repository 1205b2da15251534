import { Button } from '#client/ui/button.tsx'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from '#client/features/photo-finder/photo-finder-page.module.css'

type CanvasToolsProps = {
  isDrawing: boolean
  onAdd: () => void
  onDraw: () => void
  onStop: () => void
}

/** §2, §4: a box of one's own, put in the middle or drawn. */
export const CanvasTools = ({ isDrawing, onAdd, onDraw, onStop }: CanvasToolsProps) => (
  <div className={styles.tools} role="toolbar" aria-label={FINDER_TEXT.tools}>
    {isDrawing ? (
      <>
        <output className={styles.drawing}>{FINDER_TEXT.drawing}</output>
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
