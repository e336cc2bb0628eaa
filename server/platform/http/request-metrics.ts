import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'

/**
 * How long requests take, by route and the class of their status, for /metrics. Short links are counted by their clicks.
 */
export class RequestMetrics {
  readonly #seconds = new Histogram({
    name: 'crels_http_request_seconds',
    help: 'How long requests took by method, route and class of status (2xx, 4xx …). Short links are not among them: see crels_clicks_taken_total.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers: [],
  })

  /** Counts a request that was answered. */
  observe(request: FastifyRequest, reply: FastifyReply): void {
    const labels = {
      method: request.method,
      // The pattern, which names no person; addresses that there are not count as one.
      route: request.routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    this.#seconds.observe(labels, reply.elapsedTime / 1_000)
  }

  register(registry: Registry): void {
    registry.registerMetric(this.#seconds)
  }
}
