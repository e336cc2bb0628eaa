import type { RouteObject } from 'react-router'
import { consoleRoutes, openConsoleScreens, type ConsoleScreen } from '#contracts/console-routes.ts'
import { screens } from '../screens.ts'
import { Gate } from './gate.tsx'
import { NotFound } from './not-found.tsx'
import { ScreenFailure } from './screen-failure.tsx'
import { ScreenOf } from './screen-of.tsx'

/** Each screen at its address, loaded when it is opened; behind the gate but for those of who is not signed in. */
export const routes: RouteObject[] = [
  ...openConsoleScreens.map((screen) => routeOf(screen)),
  {
    element: <Gate />,
    hydrateFallbackElement: <></>,
    children: [
      ...(Object.keys(consoleRoutes) as ConsoleScreen[])
        .filter((screen) => !openConsoleScreens.includes(screen))
        .map((screen) => routeOf(screen)),
      { path: '*', element: <NotFound /> },
    ],
  },
]

function routeOf(screen: ConsoleScreen): RouteObject {
  const path = consoleRoutes[screen]
  return {
    ...(path === '' ? { index: true as const } : { path }),
    hydrateFallbackElement: <></>,
    errorElement: <ScreenFailure />,
    lazy: async () => {
      const { default: Screen } = await screens[screen].load()
      return {
        element: (
          <ScreenOf screen={screen}>
            <Screen />
          </ScreenOf>
        ),
      }
    },
  }
}
