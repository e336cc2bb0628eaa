import { Link } from 'react-router'
import { m } from '#messages'
import type { Campaign } from '#contracts/campaigns.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { useEnrolmentStatistics } from './shared/queries.ts'

type Former = NonNullable<Campaign['enrolment']>

/** The state of the link and of its earnings, where one is not in it any more or the campaign is over. */
export function Afterwards({ enrolment: { id, state, leftAt } }: { enrolment: Former }) {
  const pending = useEnrolmentStatistics(id, state)?.pendingCrels ?? 0
  const date = leftAt ? formatDate(leftAt) : ''
  return (
    <>
      <p>{linkText(state, date)}</p>
      <p>
        {pending > 0
          ? m.my_campaigns_after_pending({ count: pending, amount: formatNumber(pending) })
          : m.my_campaigns_after_earned()}{' '}
        <Link to={paths.crels('wallet')}>{m.my_campaigns_after_wallet()}</Link>
      </p>
    </>
  )
}

function linkText(state: Former['state'], date: string): string {
  if (state === 'left') return m.my_campaigns_after_left({ date })
  if (state === 'removed') return m.my_campaigns_after_removed({ date })
  return m.my_campaigns_after_ended()
}
