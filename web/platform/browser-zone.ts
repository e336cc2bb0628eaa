/** This browser's time zone, as it is now: who travels takes a tab along. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
