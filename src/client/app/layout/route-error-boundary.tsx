import { Component, type ReactNode } from 'react'
import { ErrorState } from '#client/ui/state.tsx'

type Props = { children: ReactNode }
type State = { hasFailed: boolean }

/** One per route, so that the header stays usable when a page fails to load or render. */
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
        // A failed chunk is not retried until the page reloads.
        onRetry={() => window.location.reload()}
      />
    )
  }
}
