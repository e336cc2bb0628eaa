import type { RejectionReason } from './attribution.ts'

/** The checks of a conversion, in order, as brands and creators see them. */
export const CONVERSION_STEPS = [
  'click_found',
  'click_of_campaign',
  'click_by_person',
  'in_time',
  'campaign_running',
  'creator_in_campaign',
  'reward_offered',
  'budget_left',
  'looks_genuine',
] as const
export type ConversionStep = (typeof CONVERSION_STEPS)[number]

/** `later` is not asked, since one before it failed. */
export type StepState = 'passed' | 'failed' | 'under_review' | 'later'

/** At which step each reason refuses. */
const stepOf: Record<RejectionReason, ConversionStep> = {
  click_unknown: 'click_found',
  wrong_brand: 'click_of_campaign',
  click_not_human: 'click_by_person',
  before_click: 'in_time',
  click_expired: 'in_time',
  campaign_not_started: 'campaign_running',
  campaign_ended: 'campaign_running',
  campaign_not_running: 'campaign_running',
  enrolment_not_active: 'creator_in_campaign',
  reward_not_offered: 'reward_offered',
  amount_missing: 'reward_offered',
  earning_below_one_crel: 'reward_offered',
  member_cap_reached: 'budget_left',
  budget_spent: 'budget_left',
  unconfirmed_limit: 'budget_left',
}

/** How each step went for a conversion that was decided so; reasons are asked in the order of the steps. */
export function conversionSteps(decided: {
  status: 'accepted' | 'under_review' | 'rejected'
  reason?: string
}): { step: ConversionStep; state: StepState }[] {
  const failed = decided.status === 'rejected' ? stepOf[decided.reason as RejectionReason] : undefined
  const at = failed ? CONVERSION_STEPS.indexOf(failed) : CONVERSION_STEPS.length
  return CONVERSION_STEPS.map((step, index) => ({ step, state: stateOf(step, index - at) }))

  function stateOf(step: ConversionStep, distance: number): StepState {
    if (distance === 0) return 'failed'
    if (distance > 0) return 'later'
    return step === 'looks_genuine' && decided.status === 'under_review' ? 'under_review' : 'passed'
  }
}
