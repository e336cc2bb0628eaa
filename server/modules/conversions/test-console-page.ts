import { m } from '#messages'
import type { ConversionAnswer } from '#contracts/conversions.schemas.ts'
import { conversionSteps, type ConversionStep, type StepState } from '#rules/conversion-steps.ts'
import { escapeHtml, plainPage } from '#server/platform/http/plain-page.ts'

/** What was typed, without the key: that is never shown again. */
export interface TypedReport {
  clickId: string
  eventId: string
  type: string
  amount: string
  currency: string
}

/** The result: an answer, or a sentence that says why there is none. */
export type Tried = { answer: ConversionAnswer; isRepeated: boolean } | { detail: string }

/** The console where a brand tries a report; with `tried`, its result, step by step. */
export function testConsolePage(typed: TypedReport, tried?: Tried): string {
  return plainPage(
    m.brand_test_title(),
    `<h1>${escapeHtml(m.brand_test_title())}</h1>
<p class="muted">${escapeHtml(m.brand_test_intro())}</p>
${tried ? outcome(tried) : ''}
<form class="card" method="post" action="/brands/test">
${field('key', m.brand_test_key(), '', 'type="password" autocomplete="off" required')}
${field('clickId', m.brand_test_click(), typed.clickId, 'placeholder="clk_…" required')}
${field('eventId', m.brand_test_event(), typed.eventId, 'required')}
<label>${escapeHtml(m.brand_test_type())}<select name="type">${option('sale', m.brand_test_sale(), typed)}${option('lead', m.brand_test_lead(), typed)}</select></label>
${field('amount', m.brand_test_amount(), typed.amount, 'inputmode="decimal"')}
${field('currency', m.brand_test_currency(), typed.currency, 'maxlength="3"')}
<button>${escapeHtml(m.brand_test_send())}</button>
</form>`,
  )
}

function field(name: string, label: string, value: string, attributes: string): string {
  return `<label>${escapeHtml(label)}<input name="${name}" value="${escapeHtml(value)}" maxlength="200" ${attributes}></label>`
}

function option(value: string, label: string, { type }: TypedReport): string {
  return `<option value="${value}"${type === value ? ' selected' : ''}>${escapeHtml(label)}</option>`
}

function outcome(tried: Tried): string {
  if ('detail' in tried)
    return `<section class="card" role="alert"><p>${escapeHtml(m.brand_test_refused({ detail: tried.detail }))}</p></section>`
  const { answer, isRepeated } = tried
  const steps = conversionSteps(answer).map(
    ({ step, state }) => `<li><b>${escapeHtml(stateText[state]())}</b> ${escapeHtml(stepText[step]())}</li>`,
  )
  return `<section class="card" role="status"><h2>${escapeHtml(m.brand_test_result())}</h2>
<p>${escapeHtml(sentence(answer))}</p>
${isRepeated ? `<p>${escapeHtml(m.brand_test_repeated())}</p>` : ''}
<ol>${steps.join('\n')}</ol></section>`
}

function sentence({ status, reason = '', earning }: ConversionAnswer): string {
  const crels = earning?.crels ?? 0
  const why = reason.replaceAll('_', ' ')
  if (status === 'rejected') return m.brand_test_rejected({ reason: why })
  return status === 'under_review'
    ? m.brand_test_under_review({ reason: why, crels })
    : m.brand_test_accepted({ crels })
}

const stateText: Record<StepState, () => string> = {
  passed: m.brand_test_passed,
  failed: m.brand_test_failed,
  under_review: m.brand_test_waits,
  later: m.brand_test_later,
}

const stepText: Record<ConversionStep, () => string> = {
  click_found: m.brand_test_step_click_found,
  click_of_campaign: m.brand_test_step_click_of_campaign,
  click_by_person: m.brand_test_step_click_by_person,
  in_time: m.brand_test_step_in_time,
  campaign_running: m.brand_test_step_campaign_running,
  creator_in_campaign: m.brand_test_step_creator_in_campaign,
  reward_offered: m.brand_test_step_reward_offered,
  budget_left: m.brand_test_step_budget_left,
  looks_genuine: m.brand_test_step_looks_genuine,
}
