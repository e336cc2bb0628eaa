import { Fragment, type ReactNode } from 'react'

/**
 * A sentence of the catalogue whose `[words in brackets]` are links or buttons: `links` makes them, in their order.
 * The sentence stays whole for translators.
 */
export function LinkedSentence({
  text,
  links,
}: {
  text: string
  links: readonly ((linkText: string) => ReactNode)[]
}) {
  return text.split(/[[\]]/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the place in the sentence is the identity
    <Fragment key={index}>{index % 2 === 1 ? links[(index - 1) / 2]?.(part) : part}</Fragment>
  ))
}
