import { describe, expect, it } from 'vitest'
import { priceInCrels } from '#rules/exchange.ts'
import { demoCampaigns } from './campaigns/all-campaigns.ts'
import { demoCreator, otherCreators } from './creators.ts'
import type { DemoConversion } from './demo-content.ts'
import { demoHistory, demoPlan } from './history.ts'
import { demoPayout } from './history/demo-creator-plan.ts'
import { mayJoin } from './history/campaign-traffic.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'

const anchor = new Date('2026-11-21T12:00:00Z')
const history = demoHistory(anchor)
const campaigns = new Map(demoCampaigns.map((campaign) => [campaign.key, campaign]))
const creators = new Map([demoCreator, ...otherCreators].map((creator) => [creator.key, creator]))
const enrolments = new Map(history.enrolments.map((enrolment) => [enrolment.key, enrolment]))
const clicks = new Map(history.clicks.map((click) => [click.key, click]))
const mine = (conversion: DemoConversion) => conversion.enrolment.startsWith(`${demoCreator.key}/`)

describe('the demo history', () => {
  it('is the same for the same anchor, wherever in time and day the anchor is', () => {
    expect(demoHistory(anchor)).toEqual(history)
    for (const moment of ['2027-03-01T00:00:00Z', '2027-08-15T23:59:59.999Z']) {
      const other = demoHistory(new Date(moment))
      expect(other.conversions.map(crelsOf)).toEqual(history.conversions.map(crelsOf))
      expect(other.clicks.every(({ at }) => at < new Date(moment))).toBe(true)
      expect(other.conversions.every(({ at }) => at < new Date(moment))).toBe(true)
    }
  })

  it('names creators and campaigns that exist, and enrols only those who may join', () => {
    for (const { creator, campaign } of demoPlan) {
      expect(mayJoin(creators.get(creator)!, campaigns.get(campaign)!), `${creator} in ${campaign}`).toBe(
        true,
      )
    }
    expect(enrolments.size).toBe(demoPlan.length)
    expect(new Set(history.enrolments.map(({ creator }) => creator)).size).toBe(creators.size)
  })

  it('enrols while the campaign runs, and waits for approval where it is asked', () => {
    for (const {
      campaign: key,
      appliedAt,
      joinedAt = appliedAt,
      state,
      decidedAt,
      leftAt,
    } of history.enrolments) {
      const campaign = campaigns.get(key)!
      expect(daysFromAnchor(appliedAt)).toBeGreaterThan(campaign.startDay)
      expect(daysFromAnchor(joinedAt)).toBeLessThan(campaign.endDay ?? 0.01)
      expect(+joinedAt).toBeGreaterThanOrEqual(+appliedAt)
      if (campaign.approval === 'open') expect(decidedAt).toBeUndefined()
      else expect(decidedAt === undefined).toBe(state === 'applied')
      expect(leftAt !== undefined).toBe(state === 'left')
    }
  })

  it('has clicks only between joining and leaving, and repeats only after the click they repeat', () => {
    const firstVisit = new Map<string, Date>()
    expect(clicks.size).toBe(history.clicks.length)
    for (const click of history.clicks) {
      const { joinedAt, leftAt, campaign } = enrolments.get(click.enrolment)!
      expect(+click.at).toBeGreaterThan(+joinedAt!)
      expect(+click.at).toBeLessThan(+(leftAt ?? anchor))
      expect(daysFromAnchor(click.at)).toBeLessThan(campaigns.get(campaign)!.endDay ?? 1)
      const visit = `${click.enrolment} ${click.visitor}`
      const before = firstVisit.get(visit)
      expect(before !== undefined && +click.at - +before < 3_600_000).toBe(click.uncountable === 'repeat')
      if (!before) firstVisit.set(visit, click.at)
    }
  })

  it('has conversions that the rules accept, except the one they must reject', () => {
    expect(new Set(history.conversions.map(({ eventId }) => eventId)).size).toBe(history.conversions.length)
    for (const conversion of history.conversions) {
      const click = clicks.get(conversion.click)!
      const campaign = campaignOf(conversion)
      expect(click.enrolment).toBe(conversion.enrolment)
      expect(click.uncountable).toBeNull()
      const waitedMs = +conversion.at - +click.at
      expect(waitedMs).toBeGreaterThan(5_000)
      expect(waitedMs > campaign.cookieDays * dayMs).toBe(conversion.rejected !== undefined)
      expect(daysFromAnchor(conversion.at)).toBeLessThan(campaign.endDay ?? 0)
      expect(crelsOf(conversion)).toBeGreaterThan(0)
      expect(+(conversion.refundedAt ?? conversion.at)).toBeGreaterThanOrEqual(+conversion.at)
      expect(+(conversion.refundedAt ?? 0)).toBeLessThan(+anchor)
    }
  })

  it('keeps within budgets, caps and limits, and all but empties the sleeper pass', () => {
    for (const campaign of demoCampaigns) {
      const paid = history.conversions.filter((each) => campaignOf(each) === campaign && !each.rejected)
      const total = sum(paid.map(crelsOf))
      if (campaign.intent === 'nearly-exhausted') expect(total / campaign.budgetCrels).toBeGreaterThan(0.95)
      expect(total).toBeLessThan(campaign.budgetCrels)
      const byMember = Map.groupBy(paid, ({ enrolment }) => enrolment)
      for (const group of byMember.values()) {
        expect(sum(group.map(crelsOf))).toBeLessThanOrEqual(campaign.perMemberCapCrels ?? Infinity)
      }
      const members = history.enrolments.filter((each) => each.campaign === campaign.key && each.joinedAt)
      expect(members.length).toBeLessThan(campaign.memberLimit ?? Infinity)
    }
  })
})

describe('the demo creator’s history', () => {
  const accepted = history.conversions.filter((each) => mine(each) && !each.rejected && !each.refundedAt)
  const unlocksAt = (each: DemoConversion) => new Date(+each.at + campaignOf(each).holdDays * dayMs)
  const pending = accepted.filter((each) => unlocksAt(each) > anchor)

  it('comes to 1,204 crels available and 318 pending after its payout, first unlocking in twelve days', () => {
    expect(sum(pending.map(crelsOf))).toBe(318)
    const paidOut = priceInCrels(demoPayout.usdCents, '10.5').crels
    expect(sum(accepted.map(crelsOf)) - 318 - paidOut).toBe(1204)
    const first = Math.min(...pending.map((each) => +unlocksAt(each)))
    expect(utcDate(first)).toBe('2026-12-03')
  })

  it('keeps its sums at any hour of the day of loading', () => {
    for (const hour of ['00:00:00', '23:59:59']) {
      const moment = new Date(`2026-11-21T${hour}Z`)
      expect(sum(accepted.filter((each) => unlocksAt(each) > moment).map(crelsOf))).toBe(318)
    }
  })

  it('has one refund inside the holding period, one rejection, and every state of an enrolment', () => {
    const refunded = history.conversions.filter((each) => mine(each) && each.refundedAt)
    expect(refunded.map((each) => [campaignOf(each).key, crelsOf(each)])).toEqual([
      ['paperbird-sign-up', 300],
    ])
    expect(refunded[0]!.refundedAt! < unlocksAt(refunded[0]!)).toBe(true)
    expect(history.conversions.filter(({ rejected }) => rejected).map(mine)).toEqual([true])
    const states = history.enrolments
      .filter((each) => each.creator === demoCreator.key)
      .map((each) => each.state)
    expect([...new Set(states)].sort()).toEqual(['active', 'applied', 'declined', 'left'])
  })

  it('has clicks on every day from the first to the last', () => {
    const days = new Set(
      history.clicks
        .filter(({ enrolment }) => enrolment.startsWith(`${demoCreator.key}/`))
        .map(({ at }) => utcDate(at)),
    )
    expect(days.size).toBe(74)
  })
})

function campaignOf({ enrolment }: DemoConversion) {
  return campaigns.get(enrolments.get(enrolment)!.campaign)!
}

/** What a conversion is worth at 10.5 crels a dollar, rounded down to whole crels. */
function crelsOf(conversion: DemoConversion): number {
  const { leadCrels = 0, saleCrels, saleBps = 0 } = campaignOf(conversion).reward
  if (conversion.type === 'lead') return leadCrels
  return saleCrels ?? Number((BigInt(conversion.usdCents ?? 0) * BigInt(saleBps) * 105n) / 10_000_000n)
}

function daysFromAnchor(at: Date): number {
  return (+at - Date.UTC(2026, 10, 21)) / dayMs
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
