import { demoCampaigns } from './campaigns/all-campaigns.ts'
import { demoCreator, otherCreators } from './creators.ts'
import type { DemoClick, DemoConversion, DemoHistory } from './demo-content.ts'
import { chanceFrom, whole } from './history/chance.ts'
import { crowdPlan } from './history/crowd-plan.ts'
import { demoCreatorPlan } from './history/demo-creator-plan.ts'
import { expandEnrolment, type ClickDraft, type ConversionDraft } from './history/expand-enrolment.ts'
import type { PlannedEnrolment } from './history/planned-enrolment.ts'
import { sleeperPassPlan } from './history/sleeper-pass-plan.ts'

/** The whole plan in days relative to loading: the demo creator, the nearly exhausted campaign, and everybody else. */
export const demoPlan: readonly PlannedEnrolment[] = [...demoCreatorPlan, ...sleeperPassPlan, ...crowdPlan]

const campaigns = new Map(demoCampaigns.map((campaign) => [campaign.key, campaign]))
const creators = new Map([demoCreator, ...otherCreators].map((creator) => [creator.key, creator]))

/** The plan as dated facts, all before `anchor` (the moment of loading). Pure: the same anchor gives the same history. */
export function demoHistory(anchor: Date): DemoHistory {
  const expanded = demoPlan.map((plan) => {
    const creator = creators.get(plan.creator)
    const campaign = campaigns.get(plan.campaign)
    if (!creator || !campaign) throw new Error(`the plan names ${plan.creator} in ${plan.campaign}`)
    return expandEnrolment(plan, creator, campaign, anchor)
  })
  const enrolments = expanded.map(({ enrolment }) => enrolment)
  const keyOfClick = new Map<ClickDraft, string>()
  const clicks = expanded.flatMap(({ clicks: drafts }) =>
    [...drafts].sort(inTime).map((draft, index): DemoClick => {
      const key = `${draft.enrolment}/${index + 1}`
      keyOfClick.set(draft, key)
      return { ...draft, key }
    }),
  )
  return {
    enrolments: enrolments.sort((a, b) => a.appliedAt.getTime() - b.appliedAt.getTime()),
    clicks: clicks.sort(inTime),
    conversions: numbered(expanded.flatMap(({ conversions }) => conversions).sort(inTime), keyOfClick),
  }
}

/** Gives conversions event ids as a brand's shop would: rising numbers with gaps, a series for each brand. */
function numbered(drafts: readonly ConversionDraft[], keyOfClick: ReadonlyMap<ClickDraft, string>) {
  const last = new Map<string, number>()
  return drafts.map(({ click, ...draft }): DemoConversion => {
    const brand = campaigns.get(draft.enrolment.split('/')[1] ?? '')?.brand ?? ''
    const before = last.get(brand) ?? whole(chanceFrom(`orders/${brand}`), 10_000, 40_000)
    const number = before + whole(chanceFrom(`orders/${brand}/${before}`), 3, 60)
    last.set(brand, number)
    const clickKey = keyOfClick.get(click)
    if (clickKey === undefined) throw new Error(`a conversion of ${draft.enrolment} is newer than the anchor`)
    return {
      ...draft,
      eventId: `${brand}-${draft.type === 'sale' ? 'order' : 'lead'}-${number}`,
      click: clickKey,
    }
  })
}

function inTime(a: { readonly at: Date }, b: { readonly at: Date }): number {
  return a.at.getTime() - b.at.getTime()
}
