import type { FastifyRequest } from 'fastify'
import { m } from '#messages'
import type { Countries } from '../country.ts'
import { deviceName } from '../device-name.ts'
import { composeMail, type MailContent } from './compose-mail.ts'
import type { Mail } from './mailer.ts'
import { languageInUse } from '../language.ts'
import { timeText } from '../shown-times.ts'

/** Of a request, what its mail says of who made it. */
export interface Asker {
  /** The browser's name for itself, cut at 300 characters; empty where it sends none. */
  userAgent: string
  /** Of the network address, which goes no further. */
  country: string | null
  /** When the request came, where its mail is written later; without it, now. */
  askedAtMs?: number
  /** In which times are written; UTC without one. */
  zone?: string
}

/** Reads of a request what a mail may say of who made it. */
export function askerOf(request: FastifyRequest, { countries }: { countries: Countries }): Asker {
  return {
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
    country: countries.of(request.ip),
  }
}

/** The mail for a change of an account: it names with what, from where and when the change was asked for. */
export function composeChangeMail(content: MailContent, asker: Asker): Mail {
  return composeMail({ ...content, lines: [...content.lines, whoAsked(asker)] })
}

/** "Requested on 22 November 2026 at 22:15 (UTC), with Chrome on Linux, from Germany." */
function whoAsked({ userAgent, country, askedAtMs = Date.now(), zone = 'UTC' }: Asker): string {
  return m.mail_who_asked({
    time: timeText(askedAtMs, zone),
    zone,
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

/** The name of a country by its code. */
export function countryText(country: string | null): string {
  return country
    ? (new Intl.DisplayNames(languageInUse(), { type: 'region' }).of(country) ?? country)
    : m.mail_country_unknown()
}
