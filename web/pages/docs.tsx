import descriptions from 'virtual:docs-descriptions'
import { m } from '#messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { paths } from '#contracts/paths.ts'
import { DocLink } from '../features/docs/doc-link.tsx'
import { docSections, legalDescriptions } from '../features/docs/doc-sections.ts'
import { CardGrid, Page, Section } from '../ui/page.tsx'
import classes from './docs.module.css'

/** `/docs`: every page of the documentation, with what it is about. */
export default function DocsPage() {
  return (
    <Page title={m.pages_docs()}>
      <p className={classes.lead}>{m.pages_docs_description()}</p>
      {docSections.map(({ heading, pages }) => (
        <Section key={heading()} heading={heading()}>
          <CardGrid min={240}>
            {pages.map(([page, title]) => (
              <DocLink
                key={page}
                to={paths.doc(page)}
                title={title()}
                text={descriptions[`docs/${page}`] ?? legalDescriptions[page as LegalDocument]()}
              />
            ))}
          </CardGrid>
        </Section>
      ))}
      <CardGrid min={240}>
        <DocLink to={paths.faq} title={m.docs_faq_card()} text={m.docs_faq_card_hint()} />
        <DocLink to={paths.help} title={m.docs_help_card()} text={m.docs_help_card_hint()} />
      </CardGrid>
    </Page>
  )
}
