import { lazy } from 'react'
import { useLocation } from 'react-router'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { matchPage } from '#contracts/page-routes.ts'
import { DocArticle } from '../features/docs/doc-article.tsx'
import { legalDescriptions } from '../features/docs/doc-sections.ts'
import { LegalText } from '../features/docs/legal-text.tsx'
import { Part } from '../ui/part.tsx'

const AnalyticsCard = lazy(async () => ({
  default: (await import('../features/account/analytics-card.tsx')).AnalyticsCard,
}))

/**
 * `/docs/terms`, `/docs/privacy`, `/docs/cookies`: the operator's text, and under that about cookies the choice about
 * statistics.
 */
export default function LegalPage() {
  // The route table has this page for those alone.
  const document = matchPage(useLocation().pathname)!.route.written as LegalDocument
  return (
    <DocArticle
      key={document}
      id={`docs/${document}`}
      description={legalDescriptions[document]()}
      outline="[]"
    >
      <LegalText document={document} />
      {document === 'cookies' && (
        <Part>
          <AnalyticsCard />
        </Part>
      )}
    </DocArticle>
  )
}
