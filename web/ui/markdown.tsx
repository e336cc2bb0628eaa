import MarkdownToJsx from 'markdown-to-jsx/react'
import type { ComponentProps } from 'react'
import classes from './markdown.module.css'

const lower = (level: 3 | 4) => {
  const Heading = `h${level}` as const
  return function LowerHeading({ children }: ComponentProps<'h3'>) {
    return <Heading>{children}</Heading>
  }
}

const options = {
  // Written by other people: their HTML stays text.
  disableParsingRawHTML: true,
  overrides: {
    h1: lower(3),
    h2: lower(3),
    h3: lower(4),
    h4: lower(4),
    h5: lower(4),
    h6: lower(4),
    a: ({ href, children }: ComponentProps<'a'>) => (
      <a href={href} target="_blank" rel="noreferrer nofollow">
        {children}
      </a>
    ),
    img: ({ alt }: ComponentProps<'img'>) => <em>{alt}</em>,
  },
} as const

/** Markdown by somebody else, under a heading of the second level; loaded lazily for its weight. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.prose}>
      <MarkdownToJsx options={options}>{text}</MarkdownToJsx>
    </div>
  )
}
