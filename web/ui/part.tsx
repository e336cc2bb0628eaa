import { Component, Suspense, type ReactNode } from 'react'
import { m } from '#messages'
import { isForWantOfConnection } from './chunk-failure.ts'
import { ErrorState } from './error-state.tsx'

interface PartProps {
  /** Shown until the part is loaded. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * A part of a screen that is loaded by itself. Where it fails it says so in its own place, and the rest stays: that it did
 * not load, or that it is our fault. Retry loads the page anew, since a browser keeps the failure of a file. An answer such
 * as 404 is the whole page's.
 */
export class Part extends Component<PartProps, { error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>
    if ((error as { status?: unknown }).status !== undefined) throw error
    const isFault = !isForWantOfConnection(error)
    return (
      <ErrorState
        isFault={isFault}
        heading={isFault && m.pages_server_error()}
        onRetry={() => location.reload()}
      />
    )
  }
}
