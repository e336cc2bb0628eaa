import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths, type DocPage } from '#contracts/paths.ts'
import { formatLongDate } from '#web/ui/common/format.ts'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { Page } from '#web/ui/page.tsx'
import { FoldedOutline, SideOutline, type OutlineEntry } from './doc-outline.tsx'
import { docTitle, neighbours } from './doc-sections.ts'
import { Helpful } from './helpful.tsx'
import classes from './doc-article.module.css'

export interface DocArticleProps {
  /** The page's id in the route table. */
  id: `docs/${DocPage}`
  description: string
  /** `YYYY-MM-DD`; none where the text says it itself. */
  updated?: string
  /** The headings, as JSON: attributes of a document are texts. */
  outline: string
  /** The language of what was written, where it is not that of the page. */
  lang?: string
  children: ReactNode
}

/** One page of the documentation: title, what it is about, text, outline, and the pages before and after it. */
export function DocArticle({ id, description, updated, outline, lang, children }: DocArticleProps) {
  const page = id.slice('docs/'.length) as DocPage
  // Which way it is written, too, where that is another.
  const written = lang === undefined ? {} : { lang, dir: 'ltr' }
  const entries = useMemo(() => JSON.parse(outline) as OutlineEntry[], [outline])
  return (
    <Page title={docTitle(page)} heading={null}>
      <div className={classes.frame}>
        <article className={classes.article}>
          <h1 tabIndex={-1}>{docTitle(page)}</h1>
          <p className={classes.lead} {...written}>
            {description}
          </p>
          <FoldedOutline entries={entries} />
          <div className={classes.prose} {...written}>
            {children}
          </div>
          <footer className={classes.foot}>
            <Helpful key={page} page={page} />
            {updated && (
              <p className={classes.updated}>{m.docs_updated({ date: formatLongDate(updated) })}</p>
            )}
          </footer>
          <Neighbours page={page} />
        </article>
        <SideOutline entries={entries} />
      </div>
    </Page>
  )
}

function Neighbours({ page }: { page: DocPage }) {
  const { previous, next } = neighbours(page)
  return (
    <nav className={classes.neighbours} aria-label={m.docs_neighbours()}>
      {previous && (
        <Link to={paths.doc(previous)} className={classes.neighbour}>
          <span>
            <ArrowLeftIcon size={16} /> {m.docs_previous()}
          </span>
          <b>{docTitle(previous)}</b>
        </Link>
      )}
      {next && (
        <Link to={paths.doc(next)} className={classes.neighbour} data-next>
          <span>
            {m.docs_next()} <ArrowLeftIcon size={16} />
          </span>
          <b>{docTitle(next)}</b>
        </Link>
      )}
    </nav>
  )
}
