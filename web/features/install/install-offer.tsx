import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { listPointsHistory } from '#contracts/points.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { snoozeInstall, useInstall, useInstallSnoozed } from '#web/platform/install.ts'
import { useUser } from '#web/platform/user-document.ts'
import { Button } from '#web/ui/button.tsx'
import classes from './install-offer.module.css'

/**
 * Proposes to install the app: after the first reward, when there is something to come back for, and never again within
 * 30 days of "Not now". Over the page's end, where nothing moves for it. The live region is there before it speaks.
 */
export function InstallOffer() {
  const { way, install } = useInstall()
  const isSnoozed = useInstallSnoozed()
  const user = useUser().data
  // One question at a time: not over the one about a new version of the terms.
  const isAskedElse = !user || Boolean(user.toAgree?.length)
  const isWanted = way !== null && !isSnoozed && !isAskedElse
  const hasReward = useHasReward(isWanted)
  return (
    <div className={classes.place} role="status">
      {isWanted && hasReward && (
        <section className={classes.sheet} aria-labelledby="install-heading">
          <h2 id="install-heading">{m.install_heading()}</h2>
          <ul className={classes.reasons}>
            <li>{m.install_one_tap()}</li>
            <li>{m.install_whole_screen()}</li>
            <li>{m.install_offline()}</li>
          </ul>
          {way === 'ios' && <p className={classes.ios}>{m.install_ios()}</p>}
          <div className={classes.actions}>
            {way === 'offer' && (
              <Button size="s" onClick={() => void install()}>
                {m.install_now()}
              </Button>
            )}
            <Button size="s" look="soft" onClick={snoozeInstall}>
              {m.install_later()}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

/** Whether the member was ever granted points. Asked only where it matters, and again when something is granted. */
function useHasReward(isAsked: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['points', 'any'],
    queryFn: ({ signal }) => call(listPointsHistory, { query: { limit: 1 }, signal }),
    enabled: isAsked,
    meta: { live: ['balances', 'points'] },
  })
  return (data?.items.length ?? 0) > 0
}
