import { m } from '#messages'

/** Good morning until noon, good afternoon until six, then good evening, by the member's own clock. */
export function greeting(name: string | null, now: Date): string {
  if (!name) return m.home_hello()
  const hour = now.getHours()
  if (hour >= 4 && hour < 12) return m.home_morning({ name })
  return hour >= 12 && hour < 18 ? m.home_afternoon({ name }) : m.home_evening({ name })
}
