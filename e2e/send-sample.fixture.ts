import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { pathOf } from '#contracts/endpoint.ts'
import type { endpoints } from '#contracts/endpoints.ts'
import type { EndpointStage, Sample } from './endpoint-stage.fixture.ts'

type Definition = (typeof endpoints)[number]

/** Sends a sample, with the bearer its endpoint wants unless `authorization` says otherwise (null: none). */
export async function send(
  stage: EndpointStage,
  endpoint: Definition,
  { params, query, payload, headers }: Omit<Sample, 'status'>,
  authorization?: string | null,
): Promise<Response> {
  const bearer = authorization === undefined ? bearerOf(stage, endpoint) : authorization
  const { authorization: _, ...others } = headers ?? {}
  const given = authorization === undefined ? headers : others
  return await stage.app.server.inject({
    method: endpoint.method,
    url: pathOf(endpoint, params),
    query: query as Record<string, string>,
    payload: payload as InjectOptions['payload'],
    headers: { ...(bearer ? { authorization: bearer } : {}), ...given },
  })
}

/** The bearer that an endpoint is for, as its header says it. */
export function bearerOf({ owner, brandKey }: EndpointStage, { access }: Definition): string | null {
  if (access === 'public') return null
  return access === 'brand' ? brandKey : owner.headers.authorization
}
