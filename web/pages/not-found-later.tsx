import { lazy, Suspense } from 'react'
import { comeLater } from '../platform/builds.ts'

const Page = lazy(async () => ({ default: (await comeLater(import('./not-found.tsx'))).NotFound }))

/** The 404 page with its drawing and search, which other pages load without. */
export function NotFound() {
  return (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}
