/** A moment as a field of `datetime-local` has it, in UTC: `2026-12-03T14:05`; empty where there is none. */
export function utcText(time: string | null): string {
  return time === null ? '' : time.slice(0, 16)
}

/** What such a field says, as the API takes it; null where it is empty. */
export function utcTime(text: string): string | null {
  return text === '' ? null : `${text}:00Z`
}

/** A moment as a field has it that takes seconds: `2026-12-03T14:05:09`. */
export function utcSecondText(time: string): string {
  return time.slice(0, 19)
}

/** What such a field says, as the API takes it. At a full minute a browser may leave the seconds out. */
export function utcSecond(text: string): string {
  return `${text.length === 16 ? `${text}:00` : text}Z`
}
