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
  const id = `legal-${page}`
  const [given] = useState(() => ({ version, html: htmlInPage(id) }))
  if (given.html && given.version === version) return <Written id={id} html={given.html} />
  return <Fetched key={version} id={id} page={page} version={version} />
}

/** When the page is built, the place that the server fills. */
function htmlInPage(id: string): string | undefined {
  return typeof document === 'undefined' ? legalTextPlace : document.getElementById(id)?.innerHTML
}

function Fetched({ id, page, version }: { id: string; page: LegalDocument; version: string | undefined }) {
  const fetched = useQuery({
    queryKey: ['legal', page, version ?? ''],
    queryFn: ({ signal }) =>
      call(getLegalDocument, { params: { document: page }, query: { version }, signal }),
  })
  if (fetched.data) return <Written id={id} html={fetched.data.html} />
  if (fetched.isError)
    return <ErrorState heading={m.docs_legal_failed()} onRetry={() => void fetched.refetch()} />
  return (
    <Loading>
      <CardSkeleton lines={12} />
    </Loading>
  )
}

function Written({ id, html }: { id: string; html: string }) {
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
      id={id}
      className={classes.text}
      onClick={onClick}
      // oxlint-disable-next-line react/no-danger -- written by our own server, without HTML of anyone's
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
