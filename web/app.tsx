import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect, type ReactNode } from 'react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './platform/query-client.ts'

/** The app in a browser; `onShown` is called once it has drawn its first screen, or taken it over. */
export function App({
  router,
  onShown,
}: {
  router: ReturnType<typeof createBrowserRouter>
  onShown?: () => void
}) {
  useEffect(() => onShown?.(), [onShown])
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}

/** What is around the router, in a browser and where pages are prerendered. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </StrictMode>
  )
}
