import { m } from '#messages'
import { Card, Rows } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EarningRow } from './earning-row.tsx'
import { useNextUnlocks } from './shared/queries.ts'
import { RowsLoading } from './recent-earnings.tsx'
import classes from './next-unlocks.module.css'

/** The pending earnings that unlock soonest, each with its day. */
export function NextUnlocks() {
  const next = useNextUnlocks()
  return (
    <Loaded query={next} heading={m.wallet_earnings_failed()} waiting={<RowsLoading />}>
      {(data) => (
        <Card>
          <h2>{m.wallet_next_heading()}</h2>
          {data.items.length === 0 ? (
            <p className={classes.empty}>{m.wallet_next_empty()}</p>
          ) : (
            <Rows className={classes.rows}>
              {data.items.map((earning) => (
                <EarningRow key={earning.id} earning={earning} compact />
              ))}
            </Rows>
          )}
        </Card>
      )}
    </Loaded>
  )
}
