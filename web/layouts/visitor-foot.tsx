import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './visitor-foot.module.css'

/** Under a page that a visitor reads: what members have in the rail. */
export function VisitorFoot() {
  return (
    <footer className={classes.foot}>
      <nav className={classes.links} aria-label={m.layout_more()}>
        <Link to={paths.loginTutorial}>{m.layout_what_is_crels()}</Link>
        <Link to={paths.docs}>{m.layout_docs()}</Link>
        <Link to={paths.faq}>{m.layout_faq()}</Link>
        <Link to={paths.help}>{m.layout_help()}</Link>
        <Link to={paths.doc('terms')}>{m.layout_terms()}</Link>
        <Link to={paths.doc('privacy')}>{m.layout_privacy()}</Link>
      </nav>
      <div className={classes.choices}>
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </footer>
  )
}
