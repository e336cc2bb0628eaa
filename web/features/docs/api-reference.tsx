import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { address, parts } from 'virtual:api-reference'
import { m } from '#messages'
import type { ApiReference as Parts } from '#web/build/docs/api-reference.ts'
import type { TriedCall } from '#web/build/docs/tried-call.ts'
import { writeClipboard } from '#web/ui/copy-button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Part } from '#web/ui/part.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { WrittenHtml } from '#web/ui/rare/written-html.tsx'
import classes from './api-reference.module.css'

const TryItDialog = lazy(async () => await import('./try-it-dialog.tsx'))

/**
 * A part of the API's reference, which was written as HTML when the app was built: a page that came with it keeps it as
 * it is, elsewhere it is fetched. As components it would be as much again in scripts.
 */
export function ApiReference({ part }: { part: keyof Parts }) {
  const id = `api-${part}`
  const [given] = useState(() =>
    typeof document === 'undefined' ? parts?.[part] : document.getElementById(id)?.innerHTML,
  )
  return given ? <Written id={id} html={given} /> : <Fetched id={id} part={part} />
}

function Fetched({ id, part }: { id: string; part: keyof Parts }) {
  const fetched = useQuery({
    queryKey: ['api-reference'],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`${address} answered ${response.status}`)
      return (await response.json()) as Parts
    },
    staleTime: Infinity,
  })
  const html = fetched.data?.[part]
  useEffect(() => {
    // The address led to a place in it before that was there.
    if (html) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [html])

  return (
    <Loaded
      query={fetched}
      heading={m.docs_api_failed()}
      waiting={
        <Loading>
          <CardSkeleton lines={8} />
        </Loading>
      }
    >
      {(all) => <Written id={id} html={all[part]} />}
    </Loaded>
  )
}

function Written({ id, html }: { id: string; html: string }) {
  const [tried, setTried] = useState<TriedCall>()
  const press = (pressed: Element): void => {
    void copyExample(pressed.closest('[data-copy]'))
    const call = pressed.closest<HTMLElement>('[data-try]')?.dataset['try']
    if (call) setTried(JSON.parse(call) as TriedCall)
  }
  return (
    <>
      <WrittenHtml
        id={id}
        html={html}
        className={classes.reference}
        // Written from a document that is English in every language.
        lang="en"
        dir="ltr"
        onPress={press}
      />
      <Part>{tried && <TryItDialog tried={tried} onClose={() => setTried(undefined)} />}</Part>
    </>
  )
}

/** Copies the example beside a button, whose label says so for a moment and is read out. */
async function copyExample(button: Element | null): Promise<void> {
  const text = button?.closest('[data-example]')?.querySelector('code')?.textContent
  if (!button || !text || !(await writeClipboard(text))) return
  button.textContent = m.common_copied()
  setTimeout(() => (button.textContent = m.common_copy()), 2000)
}
