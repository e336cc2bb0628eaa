import { useLayoutEffect } from 'react'
import type { Layout } from '#contracts/page-routes.ts'

/** Names the layout on the body: for the bar's room in `base.css`, and for tests. */
export function useBodyLayout(layout: Layout): void {
  useLayoutEffect(() => {
    document.body.dataset.layout = layout
  }, [layout])
}
