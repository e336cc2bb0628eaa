/** A moment as a field of `datetime-local` has it, in UTC: `2026-12-03T14:05`; empty where there is none. */
export function utcText(time: string | null): string {
  return time === null ? '' : time.slice(0, 16)
}

/** What such a field says, as the API takes it; null where it is empty. */
export function utcTime(text: string): string | null {
  return text === '' ? null : `${text}:00Z`
}
