import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseMembers } from '#server/modules/accounts/erase-members.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { reconcileShop } from '#server/modules/shop/public.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { mailOperatorCodes, testActor } from '#testing/operators.ts'
import { addUsableDestination, redeem } from '#testing/redeemers.ts'
import { addAuthenticator, codeOf, type TestAuthenticator } from '#testing/second-factors.ts'
import { callShop } from '#testing/shop.ts'
import { certify } from '#testing/tax.ts'
import {
  app,
  ask,
  authenticator,
  begun,
  cards,
  crels,
  members,
  olga,
  operate,
  operatorApp,
  orders,
  redemptions,
  said,
  session,
  shopper,
  signedIn,
  startOverBefore,
} from './secret-start-over.fixture.ts'

startOverBefore()

/** Ada's app, once it is another than before. */
let held: TestAuthenticator | undefined

test('says what it touches before and after, and in its entry of the log', async () => {
  const lines = said.stdout.trim().split('\n')
  expect(lines).toEqual([
    '1 mail under way: not sent, links and codes in them are asked for again',
    '1 authenticator app of a member: codes are refused, a recovery code or a passkey lets them in',
    '1 session by an outside provider: ended, as every session of a member has',
    '1 authenticator app of an operator: codes are refused, a passkey or crels operator invite lets them in',
    '1 member in the log of acts: reasons and values of acts on them until now show as sealed',
    '1 signing key of a brand: refused from now on, crels brand key rotate makes another',
    '1 webhook endpoint: nothing is delivered until crels webhook rotate makes another secret',
    '1 member with a tax form: removed, asked for again before a payout that needs one',
    '1 file of codes: removed; send again what was not imported',
    '2 codes that were not sold: removed; import again those that are not used, as their issuer says: sold ones are not recognised',
    '1 code of an order: not shown any more; who had not looked writes to support',
    '1 order that waits to be sent: cancelled; points and pieces are back, and members are notified',
    '1 address of an order that was sent: removed',
    '1 requested redemption: rejected; the crels are back, and members are notified',
    '1 approved redemption: failed; the crels are back, and members are notified',
    '1 redemption that may be paid already: left: say in Redemptions or the payout run what became of each',
    '4 payout destinations: removed; their members are notified to add them again',
    '1 look at lists of sanctions: whom the lists named is shown no more, what is still to be paid is looked up again',
    'Made new keys: start Crels',
  ])
  const { body } = await operate('GET', '/audit?action=secret.start-over')
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({
    by: 'olga',
    after: { 'payout destinations': 4, 'members with tax forms': 1 },
  })
})

test('no place that opens what was sealed answers 500', async () => {
  const cleo = await signedIn(members.cleo)
  const buyerNow = await signedIn(shopper)
  const ada = await adaNow()
  const { uid } = members.ada
  const answers: Record<string, number> = {}
  const look = async (who: { headers: Record<string, string> }, url: string, payload?: object) => {
    answers[`${Object.keys(answers).length} ${url}`] = (await ask(who, url, payload)).status
  }
  for (const url of ['/redemptions/terms', '/tax-profile', '/payout-destinations', '/redemptions'])
    for (const who of [ada, cleo]) await look(who, `/api/v1${url}`)
  for (const url of ['/identity/second-factors', '/identity/security', '/identity/sessions'])
    await look(ada, url)
  for (const id of Object.values(orders)) await look(buyerNow, `/api/v1/orders/${id}`)
  const why = { reason: 'A test.' }
  for (const url of [
    `/members/${uid}`,
    `/members/${uid}/tax-form`,
    '/tax-years',
    '/redemptions',
    ...Object.values(redemptions).map(({ id }) => `/redemptions/${id}`),
    '/orders',
    ...Object.values(orders).flatMap((id) => [`/orders/${id}`, `/orders/${id}/address`]),
    '/audit',
    '/audit-export.json',
    `/audit?target=${uid}`,
    '/payout-runs/preview?format=paypal',
    '/home',
  ])
    await look(olga, `/api/v1/operator${url}`)
  await look(olga, `/api/v1/operator/members/${uid}/tax-form/opening`, why)
  const year = new Date().getUTCFullYear()
  await look(olga, `/api/v1/operator/tax-years/${year}/report`, why)
  expect(Object.entries(answers).filter(([, status]) => status >= 500)).toEqual([])
  for (const [{ uid: of }, who] of [
    [members.ada, ada],
    [members.cleo, cleo],
    [shopper, buyerNow],
  ] as const) {
    const { headers } = who
    const archive = await app.server.inject({ url: `/api/v1/users/${of}/export`, headers })
    expect([archive.statusCode, archive.rawPayload.length > 1_000]).toEqual([200, true])
  }
})

/** Ada cannot use her app: she comes in by a recovery code. */
async function adaNow(): Promise<{ headers: { authorization: string } }> {
  const recoveryCode = (held ?? authenticator).recoveryCodes.pop()!
  const headers = await begun(members.ada)
  const { status, body } = await ask({ headers }, '/identity/second-step', { recoveryCode })
  expect(status).toBe(200)
  return { headers: { authorization: `Bearer ${body.accessToken as string}` } }
}

test('an app whose codes cannot be checked lets nobody in; a recovery code does, and another app takes its place', async () => {
  const headers = await begun(members.ada)
  const refused = await ask({ headers }, '/identity/second-step', { code: codeOf(held ?? authenticator) })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'authenticator_lost', detail: expect.stringContaining('recovery code') },
  })
  const ada = await adaNow()
  expect(
    (await ask(ada, '/identity/second-factors/proof', { code: codeOf(held ?? authenticator) })).body.code,
  ).toBe('authenticator_lost')
  const removed = await app.server.inject({
    method: 'DELETE',
    url: '/identity/authenticator',
    headers: ada.headers,
  })
  expect(removed.statusCode).toBe(204)
  held = await addAuthenticator(app, ada)
  const again = await begun(members.ada)
  expect(
    (await ask({ headers: again }, '/identity/second-step', { code: codeOf(held ?? authenticator) })).status,
  ).toBe(200)
})

test('an operator with an app alone is refused with the way back, which an invitation is', async () => {
  const { email, secret } = operatorApp
  const { attempt } = (await session('mail-code', { email })).body
  await mailOperatorCodes(app)
  const [mail] = await mailsTo(app, email)
  const tried = await session('authenticator', { attempt, mailCode: mail!.code!, code: codeOf({ secret }) })
  expect(tried).toMatchObject({
    status: 409,
    body: { code: 'authenticator_lost', detail: expect.stringContaining('crels operator invite') },
  })
  const invited = await crels(['operator', 'invite', email])
  const token = /#([\w-]+)/.exec(invited.stdout)![1]!
  const setup = (await session('invitation/authenticator', { token })).body
  const code = codeOf(setup, -1)
  expect((await session('invitation/authenticator/confirm', { token, code })).status).toBe(200)
})

test('destinations are gone; what was under way to one comes back with why, but for what may have been paid', async () => {
  const [ada, ben, cleo] = [await adaNow(), await signedIn(members.ben), await signedIn(members.cleo)]
  for (const who of [ada, ben, cleo])
    expect((await ask(who, '/api/v1/payout-destinations')).body.items).toEqual([])
  const first = async (who: typeof ada) => (await ask(who, '/api/v1/redemptions')).body.items[0]
  const reason = expect.stringContaining('Add the destination again')
  expect(await first(ada)).toMatchObject({ state: 'rejected', reason })
  expect(await first(ben)).toMatchObject({ state: 'failed', reason })
  expect(await first(cleo)).toMatchObject({ state: 'sending', reason: null })
  const { items } = (await ask(ada, '/api/v1/notifications')).body
  const titles = items.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(
    expect.arrayContaining([
      'Tell us again where to pay you',
      'Fill in your tax form again',
      'Set up your authenticator app again',
      'We didn’t approve your redemption',
    ]),
  )
  expect((await ask(ada, '/api/v1/wallet')).body).toMatchObject({ available: 10_000, reserved: 0 })
  const { id } = redemptions.cleo
  await expect(
    app.redemptions.open({ redemptionId: id, actor: testActor, reason: 'To pay it.' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await app.redemptions.pay({ redemptionId: id, actor: testActor, reference: 'B-1' })
  expect(await first(cleo)).toMatchObject({ state: 'paid' })
  // The same place again is a new one.
  const destinationId = await addUsableDestination(app, ben, { kind: 'paypal', email: members.ben.email })
  expect((await redeem(app, { ...ben, destinationId }, { usdCents: 20_00 })).state).toBe('requested')
  expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
})

test('a tax form is asked for anew', async () => {
  const ada = await adaNow()
  expect((await ask(ada, '/api/v1/tax-profile')).body.profile).toBeNull()
  expect((await ask(ada, '/api/v1/redemptions/terms')).body.tax).toMatchObject({ hasForm: false })
  expect((await certify(app, ada)).statusCode).toBe(200)
})

test('codes that cannot be read are neither sold nor shown; what waits to be sent is cancelled', async () => {
  const now = await signedIn(shopper)
  expect((await ask(now, `/api/v1/orders/${orders.card}/reveal`, {})).body.code).toBe('codes_gone')
  expect((await ask(now, `/api/v1/orders/${orders.parcel}`)).body).toMatchObject({
    state: 'cancelled',
    address: null,
    reason: expect.stringContaining('Order it again'),
  })
  expect((await ask(now, `/api/v1/orders/${orders.sent}`)).body).toMatchObject({
    state: 'fulfilled',
    address: null,
  })
  const again = await callShop(app, now, 'POST', '/orders', { itemId: cards, points: 100 })
  expect(again.body.code).toBe('sold_out')
  expect(await reconcileShop(app.db)).toEqual([])
})

test('the log goes on: what was sealed before shows as sealed, and acts on the same member are written and read', async () => {
  const { uid } = members.ada
  const ada = await adaNow()
  await certify(app, ada)
  const why = { reason: 'She asked again.' }
  expect((await operate('POST', `/members/${uid}/tax-form/opening`, why)).status).toBe(200)
  const { items } = (await operate('GET', `/audit?target=${uid}&action=tax.open`)).body
  const opened = await Promise.all(
    items.map(
      async ({ id }: { id: string }) => (await operate('GET', `/audit/${id}`)).body.personal as unknown,
    ),
  )
  expect(opened).toEqual([why, 'sealed'])
})

test('a member whose mail was under way can leave', async () => {
  const { email } = members.dan
  const { headers } = await signedIn(members.dan)
  const response = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${members.dan.uid}`,
    headers,
    payload: { confirmation: email },
  })
  expect(response.statusCode).toBe(202)
  await eraseMembers(app.accountDeletion)
  const { rows } =
    await sql`select from member where uid = ${members.dan.uid} and state <> 'deleted'`.execute(app.db)
  expect(rows).toEqual([])
})

test('what an earlier version left is said where it is read, and ended by running it again', async () => {
  const ada = await adaNow()
  await certify(app, ada)
  await sql`update tax_profile set details = 's2.000000000000.AAAA' where uid = ${members.ada.uid}`.execute(
    app.db,
  )
  expect(await ask(ada, '/api/v1/tax-profile')).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: expect.stringContaining('crels secret start-over') },
  })
  const { status, stdout } = await crels(['secret', 'start-over', '--yes'])
  expect({ status, lines: stdout.trim().split('\n') }).toMatchObject({
    status: 0,
    lines: expect.arrayContaining([
      expect.stringMatching(/^1 member with a tax form: removed/),
      'The keys are as they were',
    ]),
  })
  expect(await ask(ada, '/api/v1/tax-profile')).toMatchObject({ status: 200, body: { profile: null } })
})

test('where SECRET opens the keys and nothing is left to end, nothing is changed', async () => {
  const { status, stderr } = await crels(['secret', 'start-over', '--yes'])
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('nothing is lost') })
})

test('while a process runs, its SECRET is not lost', async () => {
  const { status, stderr } = await crels(
    ['secret', 'start-over', '--yes'],
    'a third secret, as somebody made it up',
  )
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('1 process runs with another SECRET'),
  })
  expect((await createMember(app)).uid).toBeTruthy()
})
