import { m } from '#console-messages'
import { formatAge, formatDateTime, formatDuration } from './format.ts'
import { Pill } from './pill.tsx'

const hourMs = 3_600_000

/**
 * How long something waits; once that is more than `limitHours` in words and a colour of their own. `null` is no limit.
 */
export function Wait({ since, limitHours }: { since: string; limitHours: number | null }) {
  const age = (
    <time dateTime={since} title={formatDateTime(since)}>
      {formatAge(since)}
    </time>
  )
  if (limitHours === null || !isOver(since, limitHours)) return age
  return (
    <Pill tone="bad">
      {age}&nbsp;· {m.common_late({ limit: formatDuration(limitHours * hourMs) })}
    </Pill>
  )
}

function isOver(since: string, hours: number): boolean {
  return Date.now() - Date.parse(since) > hours * hourMs
}
