import type { DemoCampaign, DemoClick, DemoConversion, DemoCreator, DemoEnrolment } from '../demo-content.ts'
import { dailyClicks } from './daily-clicks.ts'
import { lastTrafficDay } from './campaign-traffic.ts'
import { chanceFrom, whole, type Chance } from './chance.ts'
import { clickOf } from './click.ts'
import type { PlannedConversion, PlannedEnrolment } from './planned-enrolment.ts'
import { timeline, type Timeline } from './timeline.ts'

/** A click before it has its key, which depends on its place in time. */
export type ClickDraft = Omit<DemoClick, 'key'>

/** A conversion before it has its event id, with the click itself instead of the click's key. */
export type ConversionDraft = Omit<DemoConversion, 'eventId' | 'click'> & { readonly click: ClickDraft }

/** One planned enrolment in absolute time, with everything that happened in it before the anchor. */
export type ExpandedEnrolment = {
  readonly enrolment: DemoEnrolment
  readonly clicks: readonly ClickDraft[]
  readonly conversions: readonly ConversionDraft[]
}

/** Turns a planned enrolment into dated facts; the same plan and anchor always give the same facts. */
export function expandEnrolment(
  plan: PlannedEnrolment,
  creator: DemoCreator,
  campaign: DemoCampaign,
  anchor: Date,
): ExpandedEnrolment {
  const key = `${creator.key}/${campaign.key}`
  const times = timeline(anchor)
  const enrolment = enrolmentOf(key, plan, times)
  if (plan.joinedDay === undefined) return { enrolment, clicks: [], conversions: [] }
  const conversions = plan.conversions.map((planned, index) =>
    conversionOf(key, planned, creator, times, chanceFrom(`${key}/conversion/${index}`)),
  )
  const lastDay = Math.min(lastTrafficDay(campaign), (plan.leftDay ?? 1) - 1)
  const clicks = conversions.map(({ click }) => click)
  for (let day = plan.joinedDay + 1; day <= lastDay; day += 1) {
    clicks.push(...dailyClicks(key, plan, creator, times, day))
  }
  return { enrolment, clicks: clicks.filter(({ at }) => at < anchor), conversions }
}

function enrolmentOf(key: string, plan: PlannedEnrolment, times: Timeline): DemoEnrolment {
  const chance = chanceFrom(`${key}/enrolment`)
  const minute = whole(chance, 7 * 60, 10 * 60)
  const { creator, campaign, appliedDay, joinedDay, declinedDay, leftDay, note } = plan
  const appliedAt = times.at(appliedDay, minute)
  const common = { key, creator, campaign, appliedAt }
  if (declinedDay !== undefined) {
    return { ...common, state: 'declined', decidedAt: times.at(declinedDay, minute + 200), note }
  }
  if (joinedDay === undefined) return { ...common, state: 'applied' }
  const joinedAt = joinedDay === appliedDay ? appliedAt : times.at(joinedDay, minute + 200)
  const decidedAt = joinedDay === appliedDay ? undefined : joinedAt
  if (leftDay === undefined) return { ...common, state: 'active', joinedAt, decidedAt }
  return { ...common, state: 'left', joinedAt, decidedAt, leftAt: times.at(leftDay, minute) }
}

function conversionOf(
  key: string,
  planned: PlannedConversion,
  creator: DemoCreator,
  times: Timeline,
  chance: Chance,
): ConversionDraft {
  const { day, clickDay = day, type, usdCents, refundDay, rejected } = planned
  const clickMinute = whole(chance, 8 * 60, 21 * 60)
  const minute = clickDay === day ? clickMinute + whole(chance, 3, 70) : whole(chance, 8 * 60, 22 * 60)
  const click = clickOf(key, creator, times.at(clickDay, clickMinute), chance)
  return {
    enrolment: key,
    click,
    type,
    ...(usdCents === undefined ? {} : { usdCents }),
    at: times.at(day, minute),
    ...(rejected === undefined ? {} : { rejected }),
    ...(refundDay === undefined ? {} : { refundedAt: times.at(refundDay, 11 * 60) }),
  }
}
