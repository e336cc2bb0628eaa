import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { getLegalDocument } from '#contracts/legal.endpoints.ts'
import { writtenPlace } from '#contracts/written-place.ts'
import { call } from '#web/platform/api.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { WrittenHtml } from '#web/ui/rare/written-html.tsx'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import classes from './legal-text.module.css'

/**
 * The text of a legal page in the version that the address names. A page that came with it keeps it as it is: the server
 * wrote it in. Elsewhere it is fetched.
 */
export function LegalText({ document: page }: { document: LegalDocument }) {
  const version = useSearchParams()[0].get('version') ?? undefined
  const [given] = useState(() => ({ version, html: htmlInPage(page) }))
  if (given.html && given.version === version) return <Written page={page} html={given.html} />
  return <Fetched key={version} page={page} version={version} />
}

/** When the page is built, the place that the server fills. Not by id: the operator's headings have ids of any words. */
function htmlInPage(page: LegalDocument): string | undefined {
  if (typeof document === 'undefined') return writtenPlace
  return document.querySelector(`[data-legal="${page}"]`)?.innerHTML
}

function Fetched({ page, version }: { page: LegalDocument; version: string | undefined }) {
  const fetched = useQuery({
    queryKey: ['legal', page, version ?? ''],
    queryFn: ({ signal }) =>
      call(getLegalDocument, { params: { document: page }, query: { version }, signal }),
  })
  return (
    <Loaded
      query={fetched}
      heading={m.docs_legal_failed()}
      waiting={
        <Loading>
          <CardSkeleton lines={12} />
        </Loading>
      }
    >
      {({ html }) => <Written page={page} html={html} />}
    </Loaded>
  )
}

function Written({ page, html }: { page: LegalDocument; html: string }) {
  return <WrittenHtml html={html} className={classes.text} data-legal={page} />
}
