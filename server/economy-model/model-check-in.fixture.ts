import { dayMs, earnPoints, hourMs, monthOf, type Model, type ModelMember } from './model.fixture.ts'

/** The date somewhere at a moment, as the Swedish write it: `2026-11-21`. */
const formats = new Map<string, Intl.DateTimeFormat>()
export function dateIn(zone: string, at: number): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    formats.set(zone, format)
  }
  return format.format(at)
}

/** Every date and zone begins on a half hour. */
export const slotMs = hourMs / 2

/** Where a member is at a moment. */
export function zoneAt({ zones }: ModelMember, at: number): ModelMember['zones'][number] {
  return zones.findLast(({ from }) => from <= at) ?? { zone: 'UTC', from: -Infinity, askedAt: null }
}

/** Since a change of the zone the first check-in comes at least 12 hours after the last. */
function notBefore(member: ModelMember, at: number): number {
  const last = member.checkIns.at(-1)
  return last && zoneAt(member, at).from > last.at ? last.at + 12 * hourMs : -Infinity
}

/** Dates between the last check-in and today that could have been taken; a clock's date that was skipped is none. */
function missedDates(member: ModelMember, now: number): string[] {
  const last = member.checkIns.at(-1)!
  const today = dateIn(zoneAt(member, now).zone, now)
  const missed = new Set<string>()
  // Every change of date or zone that the model knows of is on a half hour: within one, all is as at its end.
  for (let slot = Math.floor(last.at / slotMs) * slotMs; slot < now; slot += slotMs) {
    const date = dateIn(zoneAt(member, slot).zone, slot)
    const end = slot + slotMs - 1
    if (date > last.date && date < today && end >= notBefore(member, slot)) missed.add(date)
  }
  return [...missed].sort()
}

/** A streak goes on over missed dates if every one of them has a freeze of its month; else nothing is used. */
function freezesFor(member: ModelMember, missed: string[], each: number): Map<string, number> | null {
  const used = new Map(member.freezesUsed)
  for (const date of missed) {
    const month = date.slice(0, 7)
    const count = used.get(month) ?? 0
    if (count >= each) return null
    used.set(month, count + 1)
  }
  return used
}

export type CheckInAnswer =
  | { refused: 'already_granted' | 'reward_too_soon' }
  | { refused: null; granted: bigint; date: string; streak: number }

/** The daily check-in. */
export function checkIn(model: Model, member: ModelMember): CheckInAnswer {
  const { now, settings } = model
  const date = dateIn(zoneAt(member, now).zone, now)
  const last = member.checkIns.at(-1)
  if (last && date <= last.date) return { refused: 'already_granted' }
  if (now < notBefore(member, now)) return { refused: 'reward_too_soon' }
  const used = last && freezesFor(member, missedDates(member, now), settings['checkIn.monthlyFreezes'])
  if (used) member.freezesUsed = used
  member.streak = used ? member.streak + 1 : 1
  member.checkIns.push({ date, at: now })
  const steps = Math.min(member.streak - 1, 6)
  const bonus = member.streak % settings['checkIn.bonusEveryDays'] === 0 ? settings['checkIn.bonusPoints'] : 0
  const granted = BigInt(settings['checkIn.basePoints'] + settings['checkIn.stepPoints'] * steps + bonus)
  earnPoints(model, member, granted)
  return { refused: null, granted, date, streak: member.streak }
}

/** How many dates of the month before (UTC now) were taken. */
export function checkInsLastMonth({ checkIns }: ModelMember, now: number): number {
  const month = monthOf(Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 0))
  return checkIns.filter(({ date }) => date.startsWith(month)).length
}

/** How many more dates of the month before (UTC now) can be taken in the zones that are known: at most the hours west. */
export function datesStillOpen(member: ModelMember, now: number): number {
  const month = monthOf(Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 0))
  const last = member.checkIns.at(-1)
  const dates = new Set<string>()
  for (let slot = Math.floor(now / slotMs) * slotMs; ; slot += slotMs) {
    const date = dateIn(zoneAt(member, slot).zone, slot)
    if (!date.startsWith(month)) return dates.size
    if ((!last || date > last.date) && slot + slotMs - 1 >= notBefore(member, slot)) dates.add(date)
  }
}

/**
 * The profile names another zone: the first one holds from the beginning, a change from the next midnight of the zone
 * before, once in 30 days; one that has not begun is replaced or taken back. Answers whether it is accepted.
 */
export function changeZone(model: Model, member: ModelMember, zone: string): boolean {
  const { now } = model
  if (member.zones.length === 0) {
    member.zones = [{ zone, from: -Infinity, askedAt: null }]
    return true
  }
  if (member.zones.at(-1)!.zone === zone) return true
  const begun = member.zones.filter(({ from }) => from <= now)
  const present = begun.at(-1)!
  if (present.zone === zone) {
    member.zones = begun
    return true
  }
  if (present.askedAt !== null && now < present.askedAt + 30 * dayMs) return false
  const date = dateIn(present.zone, now)
  let from = Math.ceil(now / slotMs) * slotMs
  while (dateIn(present.zone, from) === date) from += slotMs
  member.zones = [...begun, { zone, from, askedAt: now }]
  return true
}
