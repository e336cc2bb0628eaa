import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { language } from '#web/ui/language.ts'
import { DocArticle } from './doc-article.tsx'
import { HeadingLink } from './heading-link.tsx'
import classes from './doc-article.module.css'

const components: Record<string, ComponentType<never>> = {
  DocArticle,
  a: DocLink,
  h2: DocHeading,
  img: DocPicture,
  pre: DocCode,
  table: DocTable,
}

/** What the Markdown of a page is drawn with; the build names this file to every page (web/build/docs/documents.ts). */
export function useMDXComponents(): typeof components {
  return components
}

/** Pages of ours open in place; what is no page, and other sites, in a tab of its own. */
function DocLink({ href = '', children }: ComponentProps<'a'>) {
  return /^(#|\/(?!api\/))/.test(href) ? (
    <Link to={href}>{children}</Link>
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function DocHeading({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <div className={classes.heading}>
      <h2 id={id} tabIndex={-1}>
        {children}
      </h2>
      {id && <HeadingLink id={id} />}
    </div>
  )
}

function DocTable({ children }: { children?: ReactNode }) {
  return (
    <Scrolls as="div" label={m.docs_table()} data-table>
      <table>{children}</table>
    </Scrolls>
  )
}

function DocCode({ children }: { children?: ReactNode }) {
  return (
    <Scrolls as="pre" label={m.docs_code()}>
      {children}
    </Scrolls>
  )
}

/**
 * What is wider than the page scrolls by itself; it takes the focus, so that the arrow keys scroll it too, and says what
 * has it. A group and no region: there are too many for landmarks.
 */
function Scrolls({
  as: Element,
  label,
  ...attributes
}: {
  as: 'div' | 'pre'
  label: string
  'data-table'?: boolean
  children?: ReactNode
}) {
  return <Element {...attributes} role="group" aria-label={label} tabIndex={0} />
}

/** The screens that `npm run docs:pictures` took, by the name a page gives them, in English and in each language. */
const pictures = import.meta.glob<string>(
  ['../../../content/docs/images/*.webp', '../../../content/*/docs/images/*.webp'],
  { eager: true, query: '?url', import: 'default' },
)

function DocPicture({ src = '', alt }: ComponentProps<'img'>) {
  const at = (folder: string) => pictures[`../../../content/${folder}docs/${src}`]
  const address = at(`${language}/`) ?? at('')
  return <img src={address} alt={alt} width={390} height={640} loading="lazy" className={classes.picture} />
}
