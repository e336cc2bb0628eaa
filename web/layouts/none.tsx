import { Outlet, useLocation } from 'react-router'
import { paths } from '#contracts/paths.ts'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './language-switch.module.css'
import { useBodyLayout } from './use-body-layout.ts'

/** `none`: the page alone; where people come in, with the choice of a language. */
export function NoneLayout() {
  useBodyLayout('none')
  const { pathname } = useLocation()
  return (
    <div className={classes.page}>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {(pathname === paths.login || pathname === paths.signup) && (
        <header className={classes.corner}>
          <LanguageSwitch />
        </header>
      )}
    </div>
  )
}
