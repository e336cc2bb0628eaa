import { sql } from 'kysely'
import type { EndpointSchemas } from '#contracts/endpoint.ts'
import { endpoints, type EndpointId } from '#contracts/endpoints.ts'
import { onePixelPng } from '#server/modules/accounts/photo.fixture.ts'
import { setEconomy } from '#server/modules/economy/public.ts'
import { publishLegal } from '#server/modules/legal/public.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { conversionSamples } from './conversion-samples.fixture.ts'
import { identitySamples } from './identity-samples.fixture.ts'
import { notificationSamples } from './notification-samples.fixture.ts'
import { redemptionSamples } from './redemption-samples.fixture.ts'
import { shopSamples } from './shop-samples.fixture.ts'
import { shortlinkSamples } from './shortlink-samples.fixture.ts'
import { webhookSamples } from './webhook-samples.fixture.ts'
import type { EndpointStage, MakeSamples } from './endpoint-stage.fixture.ts'

type Definition = (typeof endpoints)[number]

/** Successful requests of the endpoints that take an input or need more than the stage has. */
const ownSamples: Partial<Record<EndpointId, MakeSamples>> = {
  ...identitySamples,

  getUser: ({ owner: { uid } }) => [{ status: 200, params: { uid } }],
  patchUser: ({ owner: { uid } }) => [
    { status: 200, params: { uid }, payload: { fullName: 'Ada Lovelace', timeZone: 'Europe/Lisbon' } },
    { status: 200, params: { uid }, payload: { gender: '', birthday: null, channels: [] } },
  ],

  getPublicUser: async ({ app, owner: { uid } }) => {
    const { rows } = await sql<{ shortId: string }>`
      select short_id as "shortId" from member where uid = ${uid}`.execute(app.db)
    return [{ status: 200, params: { shortId: rows[0]!.shortId } }]
  },
  putPhoto: ({ owner: { uid } }) => [
    { status: 200, params: { uid }, payload: onePixelPng, headers: { 'content-type': 'image/png' } },
  ],
  getNotificationChoices: ({ owner: { uid } }) => [{ status: 200, params: { uid } }],
  patchNotificationChoices: ({ owner: { uid } }) => [
    { status: 200, params: { uid }, payload: { groups: { points: { mail: 'off' } } } },
    { status: 200, params: { uid }, payload: { quietHours: { from: 23, until: 7 } } },
    { status: 200, params: { uid }, payload: {} },
  ],
  exportUser: ({ owner: { uid } }) => [{ status: 200, params: { uid } }],
  getDeletion: ({ owner: { uid } }) => [{ status: 200, params: { uid } }],
  deleteUser: async ({ app }) => {
    const { uid, email, headers } = await createMember(app)
    return [{ status: 202, params: { uid }, payload: { confirmation: email }, headers }]
  },

  getLegalDocument: () => [{ status: 200, params: { document: 'terms' } }],
  agree: async ({ app }) => {
    const texts = { en: 'What we agree on' }
    const { version } = await inTransaction(
      app.db,
      async (tx) =>
        await publishLegal(tx, testActor, { config: app.config, document: 'terms', texts, summary: 'New' }),
    )
    const payload = { agreements: [{ document: 'terms', version }] }
    return [
      { status: 200, payload },
      { status: 200, payload },
    ]
  },

  getFaq: () => [{ status: 200 }],
  getSiteBanner: () => [{ status: 200 }, { status: 200, query: { language: 'de' } }],
  celebrateMoment: () => [{ status: 200, payload: { moment: 'first_click' } }],
  listCampaigns: () => [
    { status: 200 },
    { status: 200, query: { sort: 'for_me', brand: 'brand-1', channel: 'blog' } },
    { status: 200, query: { sort: 'ending', category: 'audio', q: 'campaign', reward: 'sale', limit: '1' } },
  ],
  getCampaign: ({ joined, free }) => [joined, free].map((id) => ({ status: 200, params: { id } })),
  getPublicCampaign: ({ joined: id }) => [{ status: 200, params: { id } }],
  listCategories: () => [{ status: 200 }],
  listBrands: () => [{ status: 200 }],
  getBrand: ({ brand: { slug } }) => [{ status: 200, params: { slug } }],

  joinCampaign: ({ free: id }) => [
    { status: 201, params: { id }, payload: { termsVersion: 1 }, headers: { 'idempotency-key': 'once' } },
    { status: 200, params: { id } },
  ],
  leaveCampaign: ({ leaving: id }) => [{ status: 200, params: { id } }],
  listEnrolments: () => [{ status: 200 }, { status: 200, query: { state: 'active', limit: '1' } }],

  ...conversionSamples,
  ...webhookSamples,

  listEarnings: ({ joined }) => [
    { status: 200 },
    { status: 200, query: { state: 'pending', campaign: joined } },
    { status: 200, query: { state: 'available' } },
  ],
  listCheckedEarnings: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],
  appealEarning: ({ heldEarningId: id }) => [
    { status: 200, params: { id }, payload: { message: 'My sister bought it on her phone.' } },
    { status: 200, params: { id }, payload: { message: 'My sister bought it, on her own phone.' } },
  ],
  getMonthCard: async ({ app, owner: { headers } }) => {
    const { items } = (await app.server.inject({ url: '/api/v1/wallet/statement', headers })).json()
    const { at } = items.find(({ kind }: { kind: string }) => kind === 'earning_unlocked')
    return [{ status: 200, query: { month: at.slice(0, 7) } }]
  },
  getStreakCard: async ({ app, stranger }) => {
    const { headers } = await createMember(app)
    for (const who of [headers, stranger.headers])
      await app.server.inject({ method: 'POST', url: '/api/v1/gamification/daily-check-in', headers: who })
    return [{ status: 200, headers }]
  },
  getStatement: () => [
    { status: 200 },
    { status: 200, query: { account: 'pending', limit: '1' } },
    { status: 200, headers: { accept: 'text/csv' } },
  ],

  completeInvitation: async ({ app, owner }) => {
    const friend = await createMember(app)
    const { shortId } = await profileOf(app, owner)
    return [{ status: 200, payload: { inviterShortId: shortId }, headers: friend.headers }]
  },
  listFriends: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],

  followPlatform: async ({ app }) => {
    const platforms = [{ platform: 'youtube', url: 'https://youtube.com/@crels' }]
    const settings = [{ path: 'socialFollow.platforms', value: platforms }]
    await app.db
      .transaction()
      .execute(async (tx) => await setEconomy(tx, testActor, { settings, reason: 'a test' }))
    return [{ status: 200, payload: { platform: 'youtube' } }]
  },
  getLeaderboard: ({ owner: { headers } }) => [
    { status: 200 },
    { status: 200, query: { period: 'week', metric: 'earnings', limit: '1' }, headers },
  ],
  listSeasons: () => [{ status: 200 }],
  listRewards: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],

  createQuote: () => [
    { status: 201, payload: { usdCents: 99_99 } },
    { status: 201, payload: { crels: 2680 }, headers: { 'idempotency-key': 'quote' } },
  ],
  getHeldQuote: () => [{ status: 200 }],

  dailyCheckIn: () => [{ status: 200, headers: { 'idempotency-key': 'check-in' } }],
  getDailyCheckIn: () => [
    { status: 200 },
    { status: 200, query: { month: '2026-11', timeZone: 'Pacific/Auckland' } },
  ],
  monthlyClaim: async ({ app, owner: { uid, headers } }) => {
    const url = `/api/v1/users/${uid}`
    await app.server.inject({ method: 'PATCH', url, headers, payload: completeProfile })
    return [{ status: 200, payload: {} }]
  },
  holderPrize: () => [{ status: 200, payload: {} }],
  socialShare: ({ joined, free }) => [
    { status: 200, payload: { network: 'x', campaignId: joined } },
    {
      status: 200,
      payload: { network: 'telegram', campaignId: free },
      headers: { 'idempotency-key': 'share' },
    },
  ],
  listSocialShares: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],
  listPointsHistory: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],

  createSupportRequest: ({ joined }) => [
    {
      status: 201,
      payload: { topic: 'other', message: 'Where do I find my link?', email: 'ask@example.com' },
    },
    {
      status: 201,
      payload: {
        topic: 'earning',
        message: 'Is this one paid?',
        email: 'ask@example.com',
        references: [joined],
      },
      headers: { 'idempotency-key': newId('request') },
    },
  ],
  uploadSupportPicture: () => [
    { status: 201, payload: onePixelPng, headers: { 'content-type': 'image/png' } },
  ],
  listSupportRequests: () => [{ status: 200 }, { status: 200, query: { limit: '1' } }],
  replyToSupportRequest: async ({ app, owner: { headers } }) => {
    const payload = { topic: 'payout', message: 'When does it arrive?' }
    const url = '/support-requests'
    const { id } = (await app.server.inject({ method: 'POST', url, headers, payload })).json<{ id: string }>()
    return [{ status: 201, params: { id }, payload: { message: 'It has arrived.' } }]
  },

  getAnalyticsSummary: ({ joined: campaign }) => [
    { status: 200 },
    { status: 200, query: { from: '2026-10-01', to: '2026-10-31', zone: 'Asia/Kathmandu', campaign } },
    { status: 200, headers: { accept: 'text/csv' } },
  ],
  getAnalyticsTimeseries: () => [
    { status: 200 },
    { status: 200, query: { from: '2026-10-25', to: '2026-10-25', zone: 'Europe/Berlin', interval: 'hour' } },
    { status: 200, headers: { accept: 'text/csv' } },
  ],
  getAnalyticsBreakdown: () => [
    { status: 200, query: { by: 'link' } },
    { status: 200, query: { by: 'device', sort: 'crels', limit: '1' } },
    { status: 200, query: { by: 'campaign' }, headers: { accept: 'text/csv' } },
  ],
  getPublicAnalytics: () => [{ status: 200 }],

  ...notificationSamples,
  ...redemptionSamples,
  ...shopSamples,
  ...shortlinkSamples,
}

/** Successful requests of every endpoint, in their order: together they see each answer that its contract names. */
export const samples = Object.fromEntries(
  endpoints.map((endpoint) => [endpoint.id, ownSamples[endpoint.id] ?? bareSample(endpoint)]),
) as Record<EndpointId, MakeSamples>

/** Whether an endpoint is asked with nothing but a bearer, and has one answer. */
export function takesNothing({
  params,
  query,
  body,
  bodyOptional,
  responses,
}: Definition & EndpointSchemas): boolean {
  return !params && !query && (!body || bodyOptional === true) && Object.keys(responses).length === 1
}

function bareSample(endpoint: Definition & EndpointSchemas): MakeSamples {
  if (!takesNothing(endpoint)) throw new Error(`${endpoint.id} takes an input: give it a sample`)
  return () => [{ status: Number(Object.keys(endpoint.responses)[0]) }]
}

async function profileOf({ server }: EndpointStage['app'], { uid, headers }: TestMember) {
  return (await server.inject({ url: `/api/v1/users/${uid}`, headers })).json<{ shortId: string }>()
}
