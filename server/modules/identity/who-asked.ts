import { m } from '#messages'
import { composeMail, type MailContent } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { deviceName } from './device-name.ts'
import type { Caller } from './session-cookie.ts'

/** Of a request, what its mail says of who made it. */
export type Asker = Pick<Caller, 'userAgent' | 'country'> & {
  /** When the request came, where its mail is written later; without it, now. */
  askedAtMs?: number
}

/** The mail for a change of an account: it names with what, from where and when the change was asked for. */
export function composeChangeMail(content: MailContent, asker: Asker): Mail {
  return composeMail({ ...content, lines: [...content.lines, whoAsked(asker)] })
}

/** "Asked for on 22 November 2026 at 22:15 (UTC), with Chrome on Linux, from Germany." */
function whoAsked({ userAgent, country, askedAtMs = Date.now() }: Asker): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return m.mail_who_asked({
    time: time.format(askedAtMs),
    device: deviceText(userAgent),
    country: countryText(country),
  })
}

/** A browser and its system in words. */
export function deviceText(userAgent: string): string {
  const { browser, system } = deviceName(userAgent)
  if (browser && system) return m.mail_device({ browser, system })
  return browser ?? system ?? m.mail_device_unknown()
}

/** The English name of a country by its code. */
export function countryText(country: string | null): string {
  return country
    ? (new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country)
    : m.mail_country_unknown()
}
