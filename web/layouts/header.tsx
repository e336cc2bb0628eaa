import { Link, useLocation } from 'react-router'
import { m } from '#messages'
import { loginPath, paths } from '#contracts/paths.ts'
import { useSession } from '../platform/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { BellPlace } from './inbox.tsx'
import classes from './header.module.css'

/** The mark, and who is signed in or the way in. On wide screens members have the rail in its place. */
export function Header({ visitor }: { visitor: boolean }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  return (
    <header className={classes.header} data-visitor={visitor || undefined}>
      <Link to={paths.home} className={classes.brand} aria-label={m.layout_to_home()}>
        <Wordmark name={m.common_app_name()} />
      </Link>
      <div className={classes.end}>
        <div className={classes.bell}>
          <BellPlace />
        </div>
        {(session.state === 'signed-out' || (visitor && session.state === 'starting')) && (
          <ButtonLink size="s" look="soft" to={loginPath(pathname + search)}>
            {m.layout_sign_in()}
          </ButtonLink>
        )}
        {session.state === 'signed-in' && (
          <Link to={paths.profile} className={classes.me} aria-label={m.layout_my_profile()}>
            <Avatar name={session.user.displayName ?? session.user.email} url={session.user.photoURL} />
          </Link>
        )}
      </div>
    </header>
  )
}
