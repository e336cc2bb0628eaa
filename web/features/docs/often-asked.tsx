import descriptions from 'virtual:docs-descriptions'
import { m } from '#messages'
import { paths, type DocPage } from '#contracts/paths.ts'
import { Section } from '#web/ui/page.tsx'
import { DocLink } from './doc-link.tsx'
import { docTitle } from './doc-sections.ts'

/** What most questions are about. */
const pages: readonly DocPage[] = [
  'monetization/campaign-earnings',
  'monetization/redeem-earnings',
  'monetization/tracking-link',
  'get-started/create-account',
]

/** The pages that answer what members ask most. */
export function OftenAsked() {
  return (
    <Section heading={m.docs_often_asked()}>
      {pages.map((page) => (
        <DocLink
          key={page}
          to={paths.doc(page)}
          title={docTitle(page)}
          text={descriptions[`docs/${page}`]!}
        />
      ))}
    </Section>
  )
}
