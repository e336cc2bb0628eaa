import { isRouteErrorResponse, useRouteError } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { BrokenDrawing } from '../ui/drawings.tsx'
import { Page } from '../ui/page.tsx'
import { NotFound } from './not-found.tsx'
import classes from './error.module.css'

/** What a page shows when it threw: 404 as `Page Not Found`, anything else as `Internal Server Error`. */
export function ErrorPage() {
  const error = useRouteError()
  if (statusOf(error) === 404) return <NotFound />
  return (
    <Page title={m.pages_server_error()} heading={null} exactTitle>
      <div className={classes.error}>
        <BrokenDrawing />
        <h1 tabIndex={-1}>{m.pages_server_error()}</h1>
        <p className={classes.hint}>{m.layout_error_hint()}</p>
        {requestIdOf(error) && (
          <p className={classes.request}>{m.layout_error_request({ id: requestIdOf(error)! })}</p>
        )}
        <div className={classes.actions}>
          <Button onClick={() => location.reload()}>{m.layout_retry()}</Button>
          <ButtonLink look="soft" to={paths.home} reloadDocument>
            {m.layout_go_home()}
          </ButtonLink>
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
