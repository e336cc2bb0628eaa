import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { consolePath } from '#contracts/console-routes.ts'
import { useColourScheme } from '../platform/colour-scheme.ts'
import { styleNonce } from '../platform/nonce.ts'
import { queryClient } from '../platform/query-client.ts'
import { theme, variables } from '../ui/theme.ts'
import { routes } from './routes.tsx'

const router = createBrowserRouter(routes, { basename: consolePath })

/** The console: theme, answers of the server, and the screens. */
export function App() {
  const scheme = useColourScheme()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      forceColorScheme={scheme}
      getStyleNonce={() => styleNonce ?? ''}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
