import { Component, type ReactNode } from 'react'
import { ErrorState } from '#client/ui/error-state.tsx'

type Props = { children: ReactNode }
type State = { hasFailed: boolean }

/** One per route: a page that breaks, or whose code did not arrive, leaves the header usable. */
export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        title="Could not load this page."
        message="Check your connection and try again."
        // A chunk that failed to load stays failed for the life of the page.
        onRetry={() => window.location.reload()}
      />
    )
  }
}
