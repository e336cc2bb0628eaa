import countries from 'i18n-iso-countries/index.js'
import { isZone } from '#rules/local-date.ts'
import { latestBirthday } from '#rules/minimum-age.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What is wrong with a value that has the right shape; `code` is for programs, `message` for the log of a client. */
export interface ProfileIssue {
  path: string
  code: string
  message: string
}

export interface CheckedFields {
  birthday?: string | null
  countryOfResidence?: string | null
  timeZone?: string | null
}

/** Checks that need more than a schema: real dates, countries and time zones. Blanks are fine. */
export function profileIssues(
  fields: CheckedFields,
  { now, ageMin, current }: { now: Date; ageMin: number; current: Pick<CheckedFields, 'birthday'> },
): ProfileIssue[] {
  const issues: ProfileIssue[] = []
  const refuse = (field: string, code: string, message: string) =>
    issues.push({ path: `body.${field}`, code, message })
  const { birthday, countryOfResidence, timeZone } = fields
  if (birthday && birthday < '1900-01-01')
    refuse('birthday', 'too_small', 'Too early: 1900-01-01 at the earliest')
  const today = utcDate(now)
  // Who was let in under another setting keeps a profile that can be read and sent back.
  if (birthday && birthday > today) refuse('birthday', 'too_big', 'Not in the future')
  else if (birthday && birthday !== current.birthday && birthday > latestBirthday(today, ageMin))
    refuse('birthday', 'too_young', `A member is at least ${ageMin} years old`)
  if (countryOfResidence && !countries.isValid(countryOfResidence))
    refuse('countryOfResidence', 'invalid_value', 'Not a country of ISO 3166-1')
  if (timeZone && !isZone(timeZone))
    refuse('timeZone', 'invalid_value', 'Not a time zone of the IANA database')
  return issues
}
