import { m } from '#messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import type { DocPage } from '#contracts/paths.ts'

interface DocSection {
  heading: () => string
  pages: readonly (readonly [DocPage, () => string])[]
}

/** The documentation's sidebar: sections and pages in reading order. */
export const docSections: readonly DocSection[] = [
  {
    heading: m.layout_docs_start,
    pages: [
      ['get-started', m.pages_docs_get_started],
      ['get-started/create-account', m.pages_docs_get_started_create_account],
      ['get-started/dashboard', m.pages_docs_get_started_dashboard],
      ['get-started/understand-crels', m.pages_docs_get_started_understand_crels],
    ],
  },
  {
    heading: m.layout_docs_earn,
    pages: [
      ['monetization', m.pages_docs_monetization],
      ['monetization/find-campaigns', m.pages_docs_monetization_find_campaigns],
      ['monetization/tracking-link', m.pages_docs_monetization_tracking_link],
      ['monetization/campaign-earnings', m.pages_docs_monetization_campaign_earnings],
      ['monetization/redeem-earnings', m.pages_docs_monetization_redeem_earnings],
    ],
  },
  {
    heading: m.layout_docs_reference,
    pages: [
      ['api', m.pages_docs_api],
      ['release', m.pages_docs_release],
      ['terms', m.pages_docs_terms],
      ['privacy', m.pages_docs_privacy],
      ['cookies', m.pages_docs_cookies],
    ],
  },
]

/** What the legal pages are about: their texts are the operator's, and not built in. */
export const legalDescriptions: Record<LegalDocument, () => string> = {
  terms: m.pages_docs_terms_description,
  privacy: m.pages_docs_privacy_description,
  cookies: m.pages_docs_cookies_description,
}

const inOrder = docSections.flatMap(({ pages }) => pages)

/** A page's title. */
export function docTitle(page: DocPage): string {
  return inOrder.find(([one]) => one === page)![1]()
}

/** The pages before and after one in reading order. */
export function neighbours(page: DocPage): Record<'previous' | 'next', DocPage | undefined> {
  const at = inOrder.findIndex(([one]) => one === page)
  return { previous: inOrder[at - 1]?.[0], next: inOrder[at + 1]?.[0] }
}
