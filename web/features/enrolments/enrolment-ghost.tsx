import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import ghost from '#web/ui/rare/ghost.module.css'
import classes from './enrolment-ghost.module.css'

/** Where my first campaign will be: its outline, and the way to find one. */
export function EnrolmentGhost() {
  return (
    <div className={ghost.ghost}>
      <div className={classes.outline} aria-hidden="true">
        <span className={classes.tile} />
        <span className={classes.text}>
          <span>{m.my_campaigns_ghost_brand()}</span>
          <b>{m.my_campaigns_ghost_title()}</b>
          <span className={classes.line} />
        </span>
      </div>
      <h2>{m.my_campaigns_empty_active_heading()}</h2>
      <p>{m.my_campaigns_empty_active_hint()}</p>
      <ButtonLink to={paths.campaigns}>{m.my_campaigns_browse()}</ButtonLink>
    </div>
  )
}
