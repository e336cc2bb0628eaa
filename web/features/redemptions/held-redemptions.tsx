import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { isUnderWay } from '#rules/redemption-state.ts'
import { formatDate, formatNumber, formatUsd } from '../../ui/format.ts'
import { useRedemptions } from './queries.ts'
import { stateWords } from './redemption-words.ts'
import classes from './redemptions.module.css'

/** What the crels that are set aside are for: each redemption under way, to the crel. */
export function HeldRedemptions() {
  const redemptions = useRedemptions()
  const items = (redemptions.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter(({ state }) => isUnderWay(state))
  if (items.length === 0) return null
  return (
    <ul className={classes.heldList}>
      {items.map(({ id, crels, usdCents, state, requestedAt }) => (
        <li key={id}>
          <Link to={paths.crels('redemptions')}>
            {m.redemptions_held_line({
              crels: m.common_crels({ count: crels, amount: formatNumber(crels) }),
              dollars: formatUsd(usdCents),
              date: formatDate(requestedAt),
            })}
          </Link>{' '}
          {stateWords(state).name()}
        </li>
      ))}
    </ul>
  )
}
