import { formatDuration } from '#web/ui/common/format.ts'

/** How long until a moment; undefined when it has come. */
export function timeUntil(at: string | null, now: Date): string | undefined {
  const ms = at === null ? 0 : new Date(at).getTime() - now.getTime()
  return ms > 0 ? formatDuration(Math.max(ms, 60_000)) : undefined
}
