import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { beginSpan, errorType, type OpenSpan } from './tracing.ts'

/** As undici publishes it, which is behind `fetch`. */
interface FetchRequest {
  origin?: string | URL
  method: string
}

type Listener = (message: never) => void

/**
 * A span for each call to another server, by `fetch` or by `node:http`, until its answer begins: its host, method and
 * status, and neither path nor header. By what Node publishes, so that no library is patched. `collector` is the host to
 * which traces go, of whose calls nothing is said.
 */
export function followOutgoing(collector: string): () => void {
  const open = new WeakMap<object, OpenSpan>()
  const begin = (request: object, method: string, host: string) => {
    if (host === '' || host === collector) return
    const span = beginSpan('client', `${method} ${host}`, {
      'http.request.method': method,
      'server.address': host,
    })
    if (span) open.set(request, span)
  }
  const end = (request: object, status: number | undefined, error?: string) => {
    const isFailure = status !== undefined && status >= 400
    open
      .get(request)
      ?.end(
        status === undefined ? {} : { 'http.response.status_code': status },
        error ?? (isFailure ? String(status) : undefined),
      )
    open.delete(request)
  }
  const listeners: [channel: string, listener: Listener][] = [
    [
      'undici:request:create',
      ({ request }: { request: FetchRequest }) =>
        begin(request, request.method, request.origin ? new URL(request.origin).host : ''),
    ],
    [
      'undici:request:headers',
      ({ request, response }: { request: FetchRequest; response: { statusCode: number } }) =>
        end(request, response.statusCode),
    ],
    [
      'undici:request:error',
      ({ request, error }: { request: FetchRequest; error: unknown }) =>
        end(request, undefined, errorType(error)),
    ],
    [
      'http.client.request.start',
      ({ request }: { request: ClientRequest }) =>
        begin(request, request.method, String(request.getHeader('host') ?? request.host)),
    ],
    [
      'http.client.response.finish',
      ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
        end(request, response.statusCode),
    ],
    [
      'http.client.request.error',
      ({ request, error }: { request: ClientRequest; error: unknown }) =>
        end(request, undefined, errorType(error)),
    ],
  ]
  for (const [channel, listener] of listeners) subscribe(channel, listener as (message: unknown) => void)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener as (message: unknown) => void)
  }
}
