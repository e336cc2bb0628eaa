import { Outlet } from 'react-router'
import { useBodyLayout } from './use-body-layout.ts'

/** `none`: the page alone. */
export function NoneLayout() {
  useBodyLayout('none')
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
