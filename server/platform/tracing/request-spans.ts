import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginSpan, isTracing, within, type OpenSpan } from './tracing.ts'

const spans = new WeakMap<FastifyRequest, OpenSpan>()

/**
 * A span for each request, of its method, the pattern of its route, its id and its status: no address, query, header or
 * body. What a client says of a trace of its own is not taken: it would decide which of ours are kept.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request
    const route = request.routeOptions.url
    const span = beginSpan('server', route ? `${method} ${route}` : method, {
      'http.request.method': method,
      ...(route && { 'http.route': route }),
      'crels.request.id': id,
    })
    if (span) spans.set(request, span)
    within(span, done)
  })
  app.addHook('onResponse', (request: FastifyRequest, { statusCode }: FastifyReply, done) => {
    const failure = statusCode >= 500 ? (request.refusal ?? String(statusCode)) : undefined
    spans.get(request)?.end(
      {
        'http.response.status_code': statusCode,
        ...(request.refusal && { 'crels.refusal': request.refusal }),
      },
      failure,
    )
    done()
  })
}

/** Under which id a request's trace is found; undefined where none is kept. */
export function traceIdOf(request: FastifyRequest): string | undefined {
  const span = spans.get(request)
  return span?.isKept ? span.traceId : undefined
}
