import { useId, useLayoutEffect, useRef, useState } from 'react'
import { m } from '#messages'
import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { BigNumber } from '#web/ui/big-number.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { Confetti } from '#web/ui/rare/confetti.tsx'
import { ShareIcon } from '#web/ui/share-icon.tsx'
import { Flame } from './check-in-drawings.tsx'
import { StreakPicture } from './streak-picture.tsx'
import classes from './milestone.module.css'

/** A large day of the streak, as large as the screen. Escape and its button close it; the focus goes back. */
export function Milestone({ result, onClose }: { result: CheckedIn; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const [isShared, setShared] = useState(false)
  // Before it leaves the page, which would give no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  const { streak, granted, balance } = result
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-labelledby={headingId}
      onCancel={(event) => {
        // Not of the picture's dialog in it.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.middle}>
        <div className={classes.paper}>
          <Confetti />
        </div>
        <Flame size={150} isLit className={classes.flame} />
        <h2 id={headingId} className={classes.heading}>
          <span className="visually-hidden">
            {m.check_in_milestone({ count: streak, days: formatNumber(streak) })}
          </span>
          <span className={classes.number} aria-hidden="true">
            <BigNumber value={streak} size="6.5rem" />
            {m.check_in_in_a_row({ count: streak })}
          </span>
        </h2>
        <p className={classes.points}>{m.check_in_milestone_points({ points: formatSigned(granted) })}</p>
        <p className={classes.text}>
          {m.check_in_milestone_balance({ points: formatNumber(balance), day: streak + 1 })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button look="gold" full onClick={onClose}>
          {m.check_in_celebrate_close()}
        </Button>
        <Button look="ghost" full icon={<ShareIcon size={20} />} onClick={() => setShared(true)}>
          {m.pictures_streak_share()}
        </Button>
      </div>
      {isShared && <StreakPicture days={streak} onClose={() => setShared(false)} />}
    </dialog>
  )
}
