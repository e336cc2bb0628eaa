import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { DocSearch } from '../features/docs/doc-search.tsx'
import { docSections } from '../features/docs/doc-sections.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { SkipLink } from './skip-link.tsx'
import { useBodyLayout } from './use-body-layout.ts'
import classes from './doc.module.css'

/** `doc`: the documentation's sidebar; on phones its pages fold into a menu under the header. */
export function DocLayout() {
  useBodyLayout('doc')
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <div className={classes.frame}>
        <header className={classes.side}>
          <div className={classes.top}>
            <Link to={paths.docs} className={classes.brand}>
              <Wordmark name={m.common_app_name()} />
              <span className="visually-hidden">{m.layout_docs()}</span>
            </Link>
            <Link to={paths.home} className={classes.back}>
              <ArrowLeftIcon size={18} />
              {m.layout_docs_back()}
            </Link>
          </div>
          <DocSearch />
          {/* The key closes the menu on every move. */}
          <details className={classes.menu} key={pathname}>
            <summary>{m.layout_docs_menu()}</summary>
            <DocPages />
            <LanguageSwitch />
          </details>
          <div className={classes.tree}>
            <DocPages />
          </div>
          <div className={classes.foot}>
            <nav className={classes.beside} aria-label={m.layout_more()}>
              <Link to={paths.faq}>{m.pages_faq()}</Link>
              <Link to={paths.help}>{m.layout_help()}</Link>
            </nav>
            <LanguageSwitch />
            <SchemeSwitch />
          </div>
        </header>
        <main id="main" className={classes.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  )
}

function DocPages() {
  return (
    <nav className={classes.pages} aria-label={m.layout_docs_navigation()}>
      {docSections.map((section) => (
        <div key={section.heading()} className={classes.group}>
          <p className={classes.groupHeading}>{section.heading()}</p>
          {section.pages.map(([page, title]) => (
            <NavLink key={page} to={paths.doc(page)} end className={classes.page}>
              {title()}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  )
}
