import type { ReactNode } from 'react'
import styles from './by-width.module.css'

type ByWidthProps = {
  textFor: (isMobile: boolean) => string
  render?: (text: string) => ReactNode
}

const renderText = (text: string): ReactNode => text

/**
 * A text that is shorter on a phone. Where the two differ, the style sheet shows one of them: the server
 * does not know the screen, and a text that changes after loading would move what is below it.
 */
export const ByWidth = ({ textFor, render = renderText }: ByWidthProps) => {
  const [wide, narrow] = [textFor(false), textFor(true)]
  if (wide === narrow) return render(wide)
  return (
    <>
      <span className={styles.wide}>{render(wide)}</span>
      <span className={styles.narrow}>{render(narrow)}</span>
    </>
  )
}
