import { beforeAll, expect, test } from 'vitest'
import { endpoints, type EndpointId } from '#contracts/endpoints.ts'
import type { ProblemCode } from '#contracts/errors.ts'
import { openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { samples, takesNothing } from './endpoint-samples.fixture.ts'
import { send } from './send-sample.fixture.ts'
import { belongings, openEndpointStage, type EndpointStage } from './endpoint-stage.fixture.ts'
import { expectProblem } from './expect-problem.fixture.ts'
import { openAgreement, type Agreement } from './openapi-agreement.fixture.ts'

openApp()

/**
 * What another member gets who sends the requests that succeed for the owner: a refusal, or an answer about themselves
 * alone. `public`: belongs to no member. An endpoint that takes nothing answers both alike unless a row says otherwise.
 */
const toAnotherMember: Partial<Record<EndpointId, ProblemCode | number[] | 'public'>> = {
  signUp: 'public',
  signIn: 'public',
  refresh: 'public',
  signOut: 'public',
  confirmVerification: 'public',
  getPasswordPolicy: 'public',
  listSocialProviders: 'public',
  sendReset: 'public',
  confirmReset: 'public',
  sendSignInLink: 'public',
  confirmSignInLink: 'public',
  recoverEmail: 'public',
  disownAccount: 'public',
  getSecondStep: 'public',
  confirmSecondStep: 'public',
  startPasskeyStep: 'public',
  startPasskeySignIn: 'public',
  signInByPasskey: 'public',
  reauthenticate: 'invalid_credential',
  // Their own.
  changeEmail: [200, 200],
  changePassword: [204],
  getAccountSecurity: [200],
  getIdentityUser: [200],
  patchIdentityProfile: [200],
  listSessions: [200],
  unlinkSocialProvider: [204],
  getSecondFactors: [200],
  startAuthenticator: [200],
  // They began to add one themselves.
  confirmAuthenticator: 'invalid_verification_code',
  removeAuthenticator: [204],
  getWaysIn: [200],
  removeWaysIn: [200],
  makeRecoveryCodes: 'second_factor_missing',
  proveSecondFactor: 'second_factor_missing',
  startPasskey: [200],
  // Made by another session’s challenge.
  addPasskey: 'invalid_passkey',
  renamePasskey: 'not_found',
  removePasskey: 'not_found',
  startPasskeyProof: 'second_factor_missing',
  endSession: 'not_found',
  endOtherSessions: [204],
  listLegalDocuments: 'public',
  getLegalDocument: 'public',
  getFaq: 'public',
  getSiteBanner: 'public',
  agree: [200, 200],
  getPublicCampaign: 'public',
  getPublicUser: 'public',
  getLeaderboard: 'public',
  listSeasons: 'public',
  listBrands: 'public',
  getBrand: 'public',
  sendVerification: 'email_already_verified',
  getUser: 'forbidden',
  patchUser: 'forbidden',
  getNotificationChoices: 'forbidden',
  patchNotificationChoices: 'forbidden',
  exportUser: 'forbidden',
  getDeletion: 'forbidden',
  deleteUser: 'forbidden',
  putPhoto: 'forbidden',
  listCampaigns: [200, 200, 200],
  getCampaign: [200, 200],
  listCategories: [200],
  joinCampaign: [201, 200],
  leaveCampaign: 'not_enrolled',
  listEnrolments: [200, 200],
  // Another brand's event ids and clicks are unknown to it: recorded for itself, and rejected.
  reportConversion: [201, 200, 200],
  refundConversion: [202, 202, 202],
  claimConversion: 'not_enrolled',
  listConversionClaims: [200, 200],
  listBrandClaims: [200, 200],
  answerBrandClaim: 'not_found',
  // One of its own.
  createWebhook: [201, 201],
  listWebhooks: [200],
  patchWebhook: 'not_found',
  deleteWebhook: 'not_found',
  rotateWebhookSecret: 'not_found',
  testWebhook: 'not_found',
  listWebhookDeliveries: 'not_found',
  replayWebhookDelivery: 'not_found',
  listEarnings: [200, 200, 200],
  listCheckedEarnings: [200, 200],
  appealEarning: 'not_found',
  getStatement: [200, 200, 200],
  createQuote: [201, 201],
  // Their own.
  getHeldQuote: [200],
  getStream: [200, 200, 200],
  listNotifications: [200, 200],
  // The owner's stays unread.
  readNotifications: [200, 200],
  completeInvitation: [200],
  listFriends: [200, 200],
  followPlatform: [200],
  // What the owner reached is not theirs.
  celebrateMoment: [200],
  listRewards: [200, 200],
  // The browser is the stranger's from now on.
  createPushSubscription: [201],
  deletePushSubscription: 'not_found',
  getMonthCard: 'not_found',
  // Of their own.
  getStreakCard: [200],
  dailyCheckIn: [200],
  getDailyCheckIn: [200, 200],
  monthlyClaim: 'reward_not_eligible',
  holderPrize: 'reward_not_eligible',
  // A link of their own.
  socialShare: [200, 200],
  listSocialShares: [200, 200],
  listPointsHistory: [200, 200],
  createSupportRequest: 'public',
  uploadSupportPicture: 'public',
  listSupportRequests: [200, 200],
  replyToSupportRequest: 'not_found',
  getAnalyticsSummary: [200, 200, 200],
  getAnalyticsTimeseries: [200, 200, 200],
  getAnalyticsBreakdown: [200, 200, 200],
  listShop: 'public',
  getShopItem: 'public',
  // Their own.
  askForItem: [204],
  forgetItem: [204],
  getOrderTerms: [200],
  listOrders: [200, 200],
  placeOrder: 'insufficient_funds',
  getOrder: 'not_found',
  cancelOrder: 'not_found',
  revealCodes: 'not_found',
  listDestinations: [200],
  addDestination: [201, 200],
  setDestinationReminder: 'not_found',
  removeDestination: 'not_found',
  getRedemptionTerms: [200],
  createRedemption: 'not_found',
  listRedemptions: [200, 200],
  cancelRedemption: 'not_found',
  // Of their own; the owner's campaign is none of theirs.
  createShortlink: [201, 404],
  createManyShortlinks: [201, 200],
  listShortlinks: [200, 200, 200, 200],
  checkShortlinkCode: [200, 200, 200],
  getShortlink: 'not_found',
  patchShortlink: 'not_found',
  getShortlinkQrSvg: 'not_found',
  getShortlinkQrPng: 'not_found',
  // Their own.
  certifyTaxProfile: [200],
  getFullLink: 'public',
  getLinkPreview: 'public',
  deleteShortlink: 'not_found',
  testShortlink: 'not_found',
}

let stage: EndpointStage
let agreement: Agreement
let before: Record<string, unknown>
/** What must be in no answer to another member: names, ids and codes of what is the owner's. */
let marks: string[]

beforeAll(async () => {
  stage = await openEndpointStage()
  agreement = await openAgreement(stage.app)
  before = await belongings(stage)
  const { owner, clickId } = stage
  const found = JSON.stringify(before).match(/(?:ern|enr|lnk|txn|cnv|ses|rdm|dst)_[0-9a-f]{32}/g) ?? []
  const enrolments = before['/api/v1/enrolments'] as { items: { link: { code: string } | null }[] }
  const codes = enrolments.items.flatMap(({ link }) => (link ? [link.code] : []))
  marks = [...new Set([owner.uid, owner.email, 'Ada Example', ...found, ...codes])]
  expect(marks.length).toBeGreaterThan(12)
  expect(clickId).toMatch(/^clk_/)
})

function alikeForBoth(endpoint: (typeof endpoints)[number]): number[] | 'public' {
  if (!takesNothing(endpoint))
    throw new Error(`${endpoint.id} takes an input: say what a stranger is answered`)
  return endpoint.access === 'public' ? 'public' : Object.keys(endpoint.responses).map(Number)
}

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

const inbox = '/api/v1/notifications'

test.each(named)('%s shows and changes nothing of another member’s', async (_, endpoint) => {
  const expected = toAnotherMember[endpoint.id] ?? alikeForBoth(endpoint)
  if (expected === 'public') return expect(endpoint.access).toBe('public')
  const { authorization } = stage.stranger.headers
  const bearer = endpoint.access === 'brand' ? stage.otherBrandKey : authorization
  const requests = await samples[endpoint.id](stage)
  // Making them may have signed the owner in once more.
  before = await belongings(stage)
  for (const [index, sample] of requests.entries()) {
    const response = await send(stage, endpoint, sample, bearer)
    if (Array.isArray(expected)) expect(response.statusCode, response.body).toBe(expected[index])
    else expectProblem(response, expected)
    agreement.expectAnswer(endpoint, response)
    const revealed = marks.filter((mark) => response.body.includes(mark))
    expect(revealed, response.body).toEqual([])
  }
  const after = await belongings(stage)
  // The inviter is notified of a friend, and nothing else of theirs changes.
  if (endpoint.id === 'completeInvitation') after[inbox] = before[inbox]
  expect(after).toEqual(before)
})

test('another brand’s report of the owner’s click is rejected, and earns nothing', async () => {
  const response = await stage.app.server.inject({
    method: 'POST',
    url: '/api/v1/conversions',
    headers: { authorization: stage.otherBrandKey },
    payload: { eventId: stage.eventId, clickId: stage.clickId, type: 'lead' },
  })
  expect(response.json()).toMatchObject({ status: 'rejected', reason: 'wrong_brand' })
  expect(await belongings(stage)).toEqual(before)
})

test('a campaign that one is not in shows one’s own enrolment: none', async () => {
  const { headers } = stage.stranger
  const url = `/api/v1/campaigns/${stage.joined}`
  expect((await stage.app.server.inject({ url, headers })).json().enrolment).toBeNull()
  const mine = await stage.app.server.inject({ url, headers: stage.owner.headers })
  expect(mine.json().enrolment).toMatchObject({ state: 'active' })
})
