export const dayMs = 86_400_000

/** The date in UTC at a moment (milliseconds since 1970 where it is a number), `YYYY-MM-DD`. */
export function utcDate(at: Date | number): string {
  return new Date(at).toISOString().slice(0, 10)
}
