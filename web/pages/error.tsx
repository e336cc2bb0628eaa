import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { m } from '#messages'
import { helpPath, paths } from '#contracts/paths.ts'
import { requestIdOfChunk } from '../platform/builds.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { isForWantOfConnection } from '../ui/chunk-failure.ts'
import { BrokenDrawing } from '../ui/drawings.tsx'
import { Page } from '../ui/page.tsx'
import { useOnline } from '../ui/use-online.ts'
import { NotFound } from './not-found-later.tsx'
import classes from './error.module.css'

/**
 * What a page shows when it threw: 404 as `Page Not Found`, anything else as `Internal Server Error`; what did not load
 * for want of a connection comes when it is back.
 */
export function ErrorPage() {
  const error = useRouteError()
  return statusOf(error) === 404 ? <NotFound /> : <Fault error={error} />
}

function Fault({ error }: { error: unknown }) {
  const [requestId, setRequestId] = useState(requestIdOf(error))
  const [wasOffline] = useState(() => !navigator.onLine && isForWantOfConnection(error))
  const isOnline = useOnline()
  useEffect(() => {
    if (wasOffline && isOnline) location.reload()
  }, [wasOffline, isOnline])
  useEffect(() => {
    if (!requestIdOf(error)) void requestIdOfChunk(error).then((id) => setRequestId(id ?? undefined))
  }, [error])
  const title = wasOffline ? m.common_offline_title() : m.pages_server_error()
  return (
    <Page title={title} heading={null} exactTitle={!wasOffline}>
      <div className={classes.error}>
        <BrokenDrawing />
        <h1 tabIndex={-1}>{title}</h1>
        <p className={classes.hint}>{wasOffline ? m.common_offline_hint() : m.layout_error_hint()}</p>
        {requestId && <p className={classes.request}>{m.layout_error_request({ id: requestId })}</p>}
        <div className={classes.actions}>
          <Button onClick={() => location.reload()}>{m.layout_retry()}</Button>
          <ButtonLink look="soft" to={paths.home} reloadDocument>
            {m.layout_go_home()}
          </ButtonLink>
          {requestId && (
            <ButtonLink look="plain" to={helpPath('technical', requestId)} reloadDocument>
              {m.common_write_to_us()}
            </ButtonLink>
          )}
        </div>
      </div>
    </Page>
  )
}

function statusOf(error: unknown): unknown {
  if (isRouteErrorResponse(error)) return error.status
  return (error as { status?: unknown } | null)?.status
}

function requestIdOf(error: unknown): string | undefined {
  const id = (error as { requestId?: unknown } | null)?.requestId
  return typeof id === 'string' && id !== '' ? id : undefined
}
