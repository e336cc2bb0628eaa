import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'

/** The product that `openApp` opened, where it listens, and a member. */
export let app: TestApp
export let origin: string
export let ada: TestMember

/** For each test file that has its product from here: opened before its tests, closed after them. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ allowLocalDestinations: false })
    origin = await app.listen()
    ada = await createMember(app, { profile: completeProfile })
  })
  afterAll(() => app.close())
}

/** A call under `/api/v1/shortlinks`, as a member. */
export async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  { headers }: Pick<TestMember, 'headers'> = ada,
): Promise<Response> {
  return await app.server.inject({
    method,
    url: `/api/v1/shortlinks${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
}

/** A link that was made; throws with the answer where it was refused. */
export async function make(payload: object = {}, member: TestMember = ada) {
  const response = await call('POST', '', { destinationUrl: 'https://shop.example/', ...payload }, member)
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}

/** A campaign that a member is in, with its tracking link. */
export async function joined(member: TestMember = ada, changes: Parameters<typeof createCampaign>[1] = {}) {
  const campaign = await createCampaign(app, changes)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const enrolment = (await app.server.inject({ method: 'POST', url, headers: member.headers })).json()
  const leave = async () => await app.server.inject({ method: 'DELETE', url, headers: member.headers })
  return { ...campaign, link: enrolment.link as { id: string; code: string }, leave }
}
