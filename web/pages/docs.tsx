import { Link } from 'react-router'
import descriptions from 'virtual:docs-descriptions'
import { m } from '#messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { paths } from '#contracts/paths.ts'
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
              <Link key={page} to={paths.doc(page)} className={classes.page}>
                <b>{title()}</b>
                <span>{descriptions[`docs/${page}`] ?? legalDescriptions[page as LegalDocument]()}</span>
              </Link>
            ))}
          </CardGrid>
        </Section>
      ))}
      <CardGrid min={240}>
        <Link to={paths.faq} className={classes.page}>
          <b>{m.docs_faq_card()}</b>
          <span>{m.docs_faq_card_hint()}</span>
        </Link>
        <Link to={paths.help} className={classes.page}>
          <b>{m.docs_help_card()}</b>
          <span>{m.docs_help_card_hint()}</span>
        </Link>
      </CardGrid>
    </Page>
  )
}
