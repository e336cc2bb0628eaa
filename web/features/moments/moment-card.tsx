import { Link } from 'react-router'
import { m } from '#messages'
import type { Moment } from '#contracts/gamification.schemas.ts'
import { CrossIcon } from '#web/ui/icons.tsx'
import { Confetti } from '#web/ui/rare/confetti.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { momentText } from './moment-text.ts'
import classes from './moments.module.css'

/** One moment in words, with where it leads to. */
export function MomentCard({ moment, close }: { moment: Moment; close: () => void }) {
  const text = momentText(moment, useNow())
  if (!text) return null
  return (
    <div className={classes.moment} data-kind={moment.kind}>
      {moment.kind !== 'first_click' && <Confetti />}
      <span className={classes.dot} aria-hidden="true" />
      <p className={classes.text}>
        <b>{text.heading}</b>
        <Link to={text.to} onClick={close}>
          {text.hint}
        </Link>
      </p>
      <button type="button" className={classes.close} onClick={close} aria-label={m.common_close()}>
        <CrossIcon size={18} />
      </button>
    </div>
  )
}
