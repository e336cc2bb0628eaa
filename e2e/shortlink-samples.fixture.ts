import type { EndpointId } from '#contracts/endpoints.ts'
import { createMember } from '#testing/members.ts'
import type { EndpointStage, MakeSamples } from './endpoint-stage.fixture.ts'

/** Successful requests of short links' endpoints. */
export const shortlinkSamples = {
  createShortlink: ({ joined, owner }) => [
    {
      status: 201,
      payload: {
        destinationUrl: 'https://shop.example/mug?colour=green',
        code: `mug-${owner.uid.slice(-8)}-${(made += 1)}`,
        title: 'A mug',
        utm: { source: 'newsletter', medium: 'email' },
        defaultSub: 'autumn',
        expiresAt: '2099-01-01T00:00:00.000Z',
        fallbackUrl: 'https://shop.example/',
      },
    },
    {
      status: 201,
      payload: { destinationUrl: 'https://brand.example/landing/mug', campaignId: joined },
      headers: { 'idempotency-key': 'deep-link' },
    },
  ],
  createManyShortlinks: () => {
    const headers = { 'content-type': 'text/csv' }
    const file = (address: string) => Buffer.from(`destinationUrl,title\n${address},One of many\n`)
    return [
      { status: 201, payload: file('https://shop.example/many'), headers },
      { status: 200, payload: file('javascript:void'), headers },
    ]
  },
  listShortlinks: () => [
    { status: 200 },
    { status: 200, headers: { accept: 'text/csv' } },
    { status: 200, query: { kind: 'tracking', limit: '1' } },
    { status: 200, query: { q: 'no such link' } },
  ],
  checkShortlinkCode: () => [
    { status: 200, query: { code: 'free-for-all' } },
    { status: 200, query: { code: 'login' } },
    { status: 200, query: { code: 'A!' } },
  ],
  getShortlink: async (stage) => [{ status: 200, params: { id: await aLink(stage) } }],
  getShortlinkQrSvg: async (stage) => {
    const params = { id: await aLink(stage) }
    return [
      { status: 200, params },
      { status: 200, params, query: { logo: 'false' } },
    ]
  },
  getShortlinkQrPng: async (stage) => [
    { status: 200, params: { id: await aLink(stage) }, query: { size: '160' } },
  ],
  getFullLink: async (stage) => [{ status: 200, query: { code: await aCode(stage) } }],
  getLinkPreview: async (stage) => [{ status: 200, params: { code: await aCode(stage) } }],
  patchShortlink: async (stage) => {
    const of = await linkOfSomeone(stage)
    return [
      { status: 200, ...of, payload: { title: 'Another name', state: 'disabled' } },
      { status: 200, ...of, payload: { title: null, utm: null, state: 'active' } },
    ]
  },
  deleteShortlink: async (stage) => [{ status: 204, ...(await linkOfSomeone(stage)) }],
  testShortlink: async (stage) => [{ status: 200, params: { id: await aLink(stage) } }],
} satisfies Partial<Record<EndpointId, MakeSamples>>

let made = 0

async function aLink(stage: EndpointStage): Promise<string> {
  return (await trackingLink(stage)).id
}

async function aCode(stage: EndpointStage): Promise<string> {
  return (await trackingLink(stage)).code
}

/** The owner's, which is there already. */
async function trackingLink({
  app,
  owner: { headers },
}: EndpointStage): Promise<{ id: string; code: string }> {
  const url = '/api/v1/shortlinks?kind=tracking'
  return (await app.server.inject({ url, headers })).json().items[0]
}

/** A link of a member who is there for it alone. */
async function linkOfSomeone({ app }: EndpointStage) {
  const { headers } = await createMember(app)
  const payload = { destinationUrl: 'https://shop.example/' }
  const response = await app.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })
  return { headers, params: { id: response.json<{ id: string }>().id } }
}
