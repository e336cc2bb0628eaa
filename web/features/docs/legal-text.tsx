import { useQuery } from '@tanstack/react-query'
import { useState, type MouseEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { m } from '#messages'
import { legalTextPlace, type LegalDocument } from '#contracts/legal.constants.ts'
import { getLegalDocument } from '#contracts/legal.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
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
  if (typeof document === 'undefined') return legalTextPlace
  return document.querySelector(`[data-legal="${page}"]`)?.innerHTML
}

function Fetched({ page, version }: { page: LegalDocument; version: string | undefined }) {
  const fetched = useQuery({
    queryKey: ['legal', page, version ?? ''],
    queryFn: ({ signal }) =>
      call(getLegalDocument, { params: { document: page }, query: { version }, signal }),
  })
  if (fetched.data) return <Written page={page} html={fetched.data.html} />
  if (fetched.isError)
    return <ErrorState heading={m.docs_legal_failed()} onRetry={() => void fetched.refetch()} />
  return (
    <Loading>
      <CardSkeleton lines={12} />
    </Loading>
  )
}

function Written({ page, html }: { page: LegalDocument; html: string }) {
  const navigate = useNavigate()
  /** Pages of ours open in place. */
  function onClick(event: MouseEvent): void {
    const href = (event.target as Element).closest('a')?.getAttribute('href')
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(href)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the links in it, whose keys click them
    <div
      data-legal={page}
      className={classes.text}
      onClick={onClick}
      // oxlint-disable-next-line react/no-danger -- written by our own server, without HTML of anyone's
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
