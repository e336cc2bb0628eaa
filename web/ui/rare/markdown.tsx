import { createContext, use, useMemo } from 'react'
import { Link } from 'react-router'
import { parseMarkdown, type Block, type Inline } from '#rules/markdown.ts'
import classes from './markdown.module.css'

/** Whether a text may lead to pages of this site: one of our own does, a brand's or a user's does not. */
const IsOurs = createContext(false)

/**
 * Markdown of a brand or a user under a heading of level 2: its own headings are levels 3 and 4. In a text of our own
 * (`isOurs`) a link that begins with a slash leads to that page.
 */
export function Markdown({ text, isOurs = false }: { text: string; isOurs?: boolean }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return (
    <div className={classes.prose}>
      <IsOurs value={isOurs}>
        <Blocks blocks={blocks} />
      </IsOurs>
    </div>
  )
}

// A parsed text never changes its order: the places are the identities.
/* oxlint-disable react/no-array-index-key */

function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}

function OneBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading': {
      const Heading = block.depth <= 2 ? 'h3' : 'h4'
      return (
        <Heading>
          <Inlines parts={block.inside} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inlines parts={block.inside} />
        </p>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Inlines parts={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.inside} />
        </blockquote>
      )
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return (
        <div className={classes.table}>
          <table>
            <thead>
              <Cells cells={block.head} as="th" />
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <Cells key={index} cells={row} as="td" />
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'rule':
      return <hr />
  }
}

function Cells({ cells, as: Cell }: { cells: Inline[][]; as: 'th' | 'td' }) {
  return (
    <tr>
      {cells.map((cell, index) => (
        <Cell key={index} scope={Cell === 'th' ? 'col' : undefined}>
          <Inlines parts={cell} />
        </Cell>
      ))}
    </tr>
  )
}

function Inlines({ parts }: { parts: Inline[] }) {
  return parts.map((part, index) => <OneInline key={index} part={part} />)
}

function OneInline({ part }: { part: Inline }) {
  const isOurs = use(IsOurs)
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'break':
      return <br />
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noreferrer nofollow">
          <Inlines parts={part.inside} />
        </a>
      )
    case 'page': {
      const inside = <Inlines parts={part.inside} />
      return isOurs ? <Link to={part.path}>{inside}</Link> : inside
    }
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.inside} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines parts={part.inside} />
        </em>
      )
  }
}
