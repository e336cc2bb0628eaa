import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { getFaq } from '#contracts/faq.endpoints.ts'
import { writtenPlace } from '#contracts/written-place.ts'
import { call } from '#web/platform/api.ts'
import { useCopy } from '#web/ui/copy-button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { hasWords } from '#web/ui/rare/matching.ts'
import { WrittenHtml } from '#web/ui/rare/written-html.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import classes from './faq-text.module.css'

interface Searched {
  /** What was typed; nothing shows all. */
  q: string
  /** How many questions are shown. */
  onFound: (count: number) => void
}

/**
 * The questions by topic, each of which opens with its answer under it. A page that came with them keeps them as they are:
 * the server wrote them in. Elsewhere they are fetched.
 */
export function FaqText(searched: Searched) {
  const [given] = useState(htmlInPage)
  return given ? <Written html={given} {...searched} /> : <Fetched {...searched} />
}

/** When the page is built, the place that the server fills. */
function htmlInPage(): string | undefined {
  if (typeof document === 'undefined') return writtenPlace
  return document.querySelector('[data-faq]')?.innerHTML
}

function Fetched(searched: Searched) {
  const fetched = useQuery({
    queryKey: ['faq'],
    queryFn: ({ signal }) => call(getFaq, { signal }),
    // Once more would close what was opened.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded
      query={fetched}
      heading={m.faq_failed()}
      waiting={
        <Loading>
          <CardSkeleton lines={12} />
        </Loading>
      }
    >
      {({ html }) => <Written key={html} html={html} {...searched} />}
    </Loaded>
  )
}

const copiedMs = 2000

function Written({ html, q, onFound }: Searched & { html: string }) {
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const [outcome, copy] = useCopy()
  useEffect(() => onFound(showMatching(place.current!, q)), [q, onFound])
  useEffect(() => {
    const target = [...place.current!.querySelectorAll('details')].find(({ id }) => id === hash.slice(1))
    if (!target) return
    target.open = true
    target.scrollIntoView({ block: 'start' })
    target.querySelector('summary')?.focus({ preventScroll: true })
  }, [hash])

  async function copyAddress(pressed: Element): Promise<void> {
    const button = pressed.closest('button')
    if (!button || !(await copy(`${location.origin}${location.pathname}#${button.value}`))) return
    button.textContent = m.common_copied()
    setTimeout(() => (button.textContent = m.faq_copy()), copiedMs)
  }
  return (
    <div ref={place} className={q.trim() === '' ? undefined : classes.searched}>
      <WrittenHtml
        html={html}
        className={classes.text}
        data-faq
        onPress={(pressed) => void copyAddress(pressed)}
      />
      <span className="visually-hidden" role="status">
        {outcome === 'copied' ? m.common_copied() : outcome === 'failed' ? m.common_copy_failed() : ''}
      </span>
    </div>
  )
}

/**
 * Shows the questions in which every typed word begins a word, and of the topics those that have one; answers how many.
 */
function showMatching(place: Element, q: string): number {
  let count = 0
  for (const topic of place.querySelectorAll('section')) {
    const title = topic.querySelector('h2')!.textContent
    const entries = [...topic.querySelectorAll('details')]
    for (const entry of entries) {
      // Without the button under it.
      const words = [
        title,
        entry.querySelector('summary')!.textContent,
        entry.querySelector('div > div')!.textContent,
      ]
      entry.hidden = q.trim() !== '' && !hasWords(words.join(' '), q)
      if (!entry.hidden) count += 1
    }
    topic.hidden = entries.every(({ hidden }) => hidden)
  }
  return count
}
