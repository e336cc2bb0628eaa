import { m } from '#console-messages'
import type { OperatedScreening } from '#contracts/operator-redemptions.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { formatDateTime, formatNumber, formatShare } from '#console/ui/format.ts'

/** What lists of sanctions say of who is to be paid: when they were asked, and whom they name. */
export function Screening({ state, at, count, matches, clearedBy }: OperatedScreening) {
  const may = useMay()
  if (at === null) return <>{m.redemptions_screening_never()}</>
  const time = formatDateTime(at)
  if (state === 'waiting') return <>{m.redemptions_screening_old({ time })}</>
  if (state === 'clear') return <>{m.redemptions_screening_clear({ time })}</>
  return (
    <>
      {clearedBy === null
        ? m.redemptions_screening_found({ time })
        : m.redemptions_screening_found_cleared({ time, by: clearedBy })}
      {matches === null && (
        <p>
          {may('redemption.clear-match')
            ? m.redemptions_screening_unreadable({ count: formatNumber(count) })
            : m.redemptions_screening_of_others({ count: formatNumber(count) })}
        </p>
      )}
      <ul aria-label={m.redemptions_screening_matches()}>
        {matches?.map(({ id, name, score, lists }) => (
          <li key={id}>
            {m.redemptions_screening_match({
              name,
              share: formatShare(score / 100),
              lists: lists.join(', '),
            })}{' '}
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
