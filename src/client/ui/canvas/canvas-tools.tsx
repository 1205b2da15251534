import { Button } from '#client/ui/button.tsx'

type CanvasToolsProps = {
  /** Texts of the screen: `start` labels the button, `adding` explains how to draw the box. */
  text: { tools: string; adding: string; addInMiddle: string; start: string; stop: string }
  isAdding: boolean
  className?: string | undefined
  onStart: () => void
  onAddInMiddle: () => void
  onStop: () => void
}

/** Adds an object that the scan missed: with a tap or a drag on the photo, or as a box in its middle. */
export const CanvasTools = (props: CanvasToolsProps) => {
  const { text, isAdding, className, onStart, onAddInMiddle, onStop } = props
  return (
    <div className={className} data-keeps-selection role="toolbar" aria-label={text.tools}>
      {isAdding && <output className="quiet label">{text.adding}</output>}
      {isAdding && (
        <Button icon="plus" onClick={onAddInMiddle}>
          {text.addInMiddle}
        </Button>
      )}
      {/* One button for both actions, so that it does not lose the focus. */}
      <Button
        variant="quiet"
        icon={isAdding ? undefined : 'plus'}
        onClick={isAdding ? onStop : onStart}
      >
        {isAdding ? text.stop : text.start}
      </Button>
    </div>
  )
}
