import { utmNames } from '#contracts/shortlinks.constants.ts'
import type { Utm } from '#contracts/shortlinks.schemas.ts'

/** UTM parameters by their full names, as they are stored and added to addresses; null when none has a value. */
export function utmParameters(utm: Utm | null | undefined): Record<string, string> | null {
  const given = utmNames.flatMap((name) => {
    const value = utm?.[name]
    return value ? [[`utm_${name}`, value] as const] : []
  })
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** The same as members see and send them. */
export function utmFields(stored: Record<string, string> | null): Utm | null {
  if (stored === null) return null
  return Object.fromEntries(
    utmNames.flatMap((name) => (stored[`utm_${name}`] ? [[name, stored[`utm_${name}`]]] : [])),
  )
}
