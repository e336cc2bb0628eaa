import { utmNames } from '#contracts/shortlinks.constants.ts'
import type { Utm, Shortlink } from '#contracts/shortlinks.schemas.ts'

/** A link as it is typed: every field a text. */
export type LinkDraft = Record<DraftField, string>
type UtmName = (typeof utmNames)[number]
export type DraftField =
  | 'destinationUrl'
  | 'code'
  | 'title'
  | 'defaultSub'
  | 'expiresAt'
  | 'fallbackUrl'
  | `utm.${UtmName}`

/** Nothing typed yet. */
export const blankDraft: LinkDraft = {
  destinationUrl: '',
  code: '',
  title: '',
  defaultSub: '',
  expiresAt: '',
  fallbackUrl: '',
  'utm.source': '',
  'utm.medium': '',
  'utm.campaign': '',
  'utm.term': '',
  'utm.content': '',
}

/** A link that is there, to be edited. */
export function draftOf(link: Shortlink): LinkDraft {
  const utm = Object.fromEntries(utmNames.map((name) => [`utm.${name}`, link.utm?.[name] ?? '']))
  return {
    ...blankDraft,
    ...utm,
    destinationUrl: link.destinationUrl,
    title: link.title ?? '',
    defaultSub: link.defaultSub ?? '',
    expiresAt: link.expiresAt ? localTime(new Date(link.expiresAt)) : '',
    fallbackUrl: link.fallbackUrl ?? '',
  }
}

/** Whether something was typed over what a draft began with. */
export function differs(draft: LinkDraft, from: LinkDraft): boolean {
  return Object.entries(draft).some(([name, text]) => text !== from[name as DraftField])
}

/** What is sent of a draft; what is empty is null. */
export function fieldsOf(draft: LinkDraft) {
  return {
    destinationUrl: completeAddress(draft.destinationUrl),
    title: draft.title.trim() || null,
    utm: utmOf(draft),
    defaultSub: draft.defaultSub.trim() || null,
    expiresAt: draft.expiresAt === '' ? null : new Date(draft.expiresAt).toISOString(),
    fallbackUrl: draft.fallbackUrl.trim() === '' ? null : completeAddress(draft.fallbackUrl),
  }
}

/** An address as people type it, with the `https://` they leave out. */
export function completeAddress(text: string): string {
  const typed = text.trim()
  return /^[^/?#\s:@]+\.[^/?#\s:@]+(:\d+)?([/?#]|$)/.test(typed) ? `https://${typed}` : typed
}

/** Where a draft's link will lead, UTM parameters included; null while there is no address yet. */
export function taggedAddress(draft: LinkDraft): string | null {
  const typed = completeAddress(draft.destinationUrl)
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  for (const name of utmNames) {
    const value = draft[`utm.${name}`].trim()
    if (value) url.searchParams.set(`utm_${name}`, value)
  }
  return url.href
}

function utmOf(draft: LinkDraft): Utm | null {
  const given = utmNames.flatMap((name) => {
    const value = draft[`utm.${name}`].trim()
    return value ? [[name, value] as const] : []
  })
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** A moment as `<input type="datetime-local">` has it: in the browser's own zone. */
function localTime(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
