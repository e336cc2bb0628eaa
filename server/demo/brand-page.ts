import { randomBytes } from 'node:crypto'
import { m } from '#messages'
import type { ConversionAnswer } from '#contracts/conversions.schemas.ts'
import { escapeHtml, plainPage } from '../platform/http/plain-page.ts'

/** What the page knows of the visit that it shows. */
export interface BrandVisit {
  brand: { slug: string; name: string; demo: boolean }
  clickId: string | null
  /** The page of the brand's that the link asked for. */
  page: string | null
}

/** A stand-in for a brand's shop: shows the click it was reached by, and can report a conversion for it. */
export function brandPage({ brand, clickId, page }: BrandVisit): string {
  return plainPage(
    brand.name,
    `<h1>${escapeHtml(brand.name)}</h1>
<p class="muted">${escapeHtml(m.demo_brand_intro({ brand: brand.name }))}</p>
<section class="card"><p>${escapeHtml(clickId ? m.demo_brand_click({ clickId }) : m.demo_brand_no_click())}</p>
${page ? `<p class="muted">${escapeHtml(m.demo_brand_page({ page }))}</p>` : ''}</section>
${clickId && brand.demo ? reportForm(brand.slug, clickId) : ''}`,
  )
}

/** What reporting answered, in words. */
export function answerPage(visit: BrandVisit, answer: ConversionAnswer | { detail: string }): string {
  const back = `/dev/brand/${visit.brand.slug}?crels_click=${encodeURIComponent(visit.clickId ?? '')}`
  return plainPage(
    visit.brand.name,
    `<h1>${escapeHtml(m.demo_brand_answer())}</h1>
<section class="card"><p>${escapeHtml(answerText(answer))}</p></section>
<p><a href="${escapeHtml(back)}">${escapeHtml(visit.brand.name)}</a> <a href="/">${escapeHtml(m.demo_brand_back())}</a></p>`,
  )
}

function answerText(answer: ConversionAnswer | { detail: string }): string {
  if ('detail' in answer) return m.demo_brand_failed({ detail: answer.detail })
  const reason = (answer.reason ?? '').replaceAll('_', ' ')
  if (answer.status === 'rejected' || !answer.earning) return m.demo_brand_rejected({ reason })
  const { crels, unlocksAt } = answer.earning
  return answer.status === 'under_review'
    ? m.demo_brand_under_review({ reason, crels })
    : m.demo_brand_accepted({ crels, date: unlocksAt.slice(0, 10) })
}

function reportForm(slug: string, clickId: string): string {
  const eventId = `demo-${randomBytes(5).toString('hex')}`
  return `<form class="card" method="post" action="/dev/brand/${escapeHtml(slug)}/conversions">
<h2>${escapeHtml(m.demo_brand_report())}</h2>
<p class="muted">${escapeHtml(m.demo_brand_report_help())}</p>
<input type="hidden" name="clickId" value="${escapeHtml(clickId)}">
<label>${escapeHtml(m.demo_brand_type())}<select name="type"><option value="sale">${escapeHtml(m.demo_brand_sale())}</option><option value="lead">${escapeHtml(m.demo_brand_lead())}</option></select></label>
<label>${escapeHtml(m.demo_brand_amount())}<input name="usd" inputmode="decimal" value="80.00" pattern="[0-9]{1,6}([.][0-9]{1,2})?" required></label>
<label>${escapeHtml(m.demo_brand_event())}<input name="eventId" value="${eventId}" maxlength="200" required></label>
<button>${escapeHtml(m.demo_brand_send())}</button>
</form>`
}
