import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSupportReference, supportReferenceText } from '#rules/support-request.ts'
import { startStandInTurnstile, type StandInTurnstile } from '#testing/turnstile.ts'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { pendingReviews } from '#server/pending-reviews.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { startBeside, startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { addUsableDestination, giveCrels, partyOf, redeem } from '#testing/redeemers.ts'

const supportEmail = 'team@crels.example'
import { answerRequest } from './answer-request.ts'
import { mailOperator } from './support-mail.ts'
import { findRequest } from './support-queries.ts'
import { queuedRequests } from './support-queue.ts'

let app: TestApp
/** On the same database, with limits and a captcha. */
let guarded: TestApp
let turnstile: StandInTurnstile
let member: TestMember

beforeAll(async () => {
  app = await startTestApp({ supportEmail })
  turnstile = await startStandInTurnstile()
  guarded = await startBeside(app, { supportEmail: null, rateLimit: true, captcha: turnstile.settings })
  member = await createMember(app)
})
afterAll(async () => {
  await guarded.close()
  await turnstile.close()
  await app.close()
})

const message = 'My payout has not arrived.\n\nIt says paid since Monday.'
let strangers = 0
const newEmail = () => `stranger-${(strangers += 1)}@example.com`
const write = async (
  payload: object,
  {
    headers = {},
    at = app,
    remoteAddress = '198.51.100.1',
  }: { headers?: object; at?: TestApp; remoteAddress?: string } = {},
) =>
  await at.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: { topic: 'payout', message, ...payload },
    headers: { ...headers },
    remoteAddress,
  })
const upload = async (payload: Buffer, type = 'image/png', at = app) =>
  await at.server.inject({
    method: 'POST',
    url: '/support-requests/pictures',
    payload,
    headers: { 'content-type': type },
  })
const listed = async ({ headers }: TestMember) =>
  (await app.server.inject({ url: '/api/v1/support-requests', headers })).json().items
const reply = async (id: string, payload: object, { headers }: TestMember) =>
  await app.server.inject({
    method: 'POST',
    url: `/api/v1/support-requests/${id}/messages`,
    payload: { message: 'And one thing more.', ...payload },
    headers,
  })
const countRequests = async () =>
  (await sql<{ count: number }>`select count(*) as count from support_request`.execute(app.db)).rows[0]!.count
const screenshot = async () =>
  await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#00ff00' } })
    .withExif({ IFD0: { Make: 'Secret Camera' } })
    .jpeg()
    .toBuffer()

describe('a visitor', () => {
  test('writes: the operator is mailed what was asked, the visitor the reference alone', async () => {
    const email = newEmail()
    const html = '<img src=x onerror=alert(1)>'
    const response = await write({ email, message: `${html}\n\nSecond paragraph` })
    expect(response.statusCode, response.body).toBe(201)
    const { reference, isConfirmed } = response.json()
    expect(isConfirmed).toBe(true)

    const [confirmation, ...others] = await mailsTo(app, email)
    expect(others).toEqual([])
    expect(confirmation!.subject).toContain(reference)
    for (const part of [confirmation!.text, confirmation!.html]) {
      expect(part).toContain(reference)
      expect(part).not.toContain('onerror')
      expect(part).not.toContain('Second paragraph')
    }
    const [toOperator] = await mailsTo(app, supportEmail)
    expect(toOperator!.subject).toBe(`Support request ${reference}: Payout`)
    expect(toOperator!.text).toContain(html)
    expect(toOperator!.text).toContain(email)
    expect(toOperator!.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(toOperator!.html).not.toContain('<img')
  })

  test.each([
    ['no address', { email: undefined }, 'body.email'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'body.email'],
    ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'body.email'],
    ['a header in a reference', { references: ['x\r\nBcc: b@example.com'] }, 'body.references.0'],
    ['an unknown topic', { topic: 'party' }, 'body.topic'],
    ['a message too short', { message: '  Hello.  ' }, 'body.message'],
    ['a message too long', { message: 'x'.repeat(5_001) }, 'body.message'],
    ['a message with control characters', { message: 'Something \u001b[31m is wrong here' }, 'body.message'],
    ['a picture that is no id', { pictures: ['../../photos/x'] }, 'body.pictures.0'],
    ['three pictures', { pictures: ['1', '2', '3'].map((digit) => digit.repeat(32)) }, 'body.pictures'],
  ])('is refused %s, and nothing is written', async (_, payload, path) => {
    const before = await countRequests()
    const response = await write({ email: newEmail(), ...payload })
    expect(response.json()).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(response.json().issues.map((issue: { path: string }) => issue.path)).toContain(path)
    expect(await countRequests()).toBe(before)
  })

  test('sends twenty times at once with one key: one request, one mail, the same answer', async () => {
    const email = newEmail()
    const headers = { 'idempotency-key': newId('request') }
    const before = await countRequests()
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => await write({ email }, { headers })),
    )
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses[0]!.statusCode).toBe(201)
    expect(await countRequests()).toBe(before + 1)
    expect(await mailsTo(app, email)).toHaveLength(1)
    const other = await write({ email, topic: 'other' }, { headers })
    expect(other.json()).toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('names a campaign, and a redemption to its own member alone', async () => {
    const owner = await createMember(app, { profile: completeProfile })
    await giveCrels(app, await partyOf(app, owner), 250)
    const to = { kind: 'paypal', email: 'ada@example.com' } as const
    const destinationId = await addUsableDestination(app, owner, to)
    const { id: redemption } = await redeem(app, { ...owner, destinationId }, { crels: 250 })
    const { id: campaign } = await createCampaign(app)
    const kinds = async (headers: object) => {
      const asked = { email: newEmail(), references: [campaign, redemption] }
      const { id } = (await write(asked, { headers })).json()
      const { rows } = await sql<{ about: { kind: string }[] }>`
        select about from support_request where id = ${id}`.execute(app.db)
      return rows[0]!.about.map(({ kind }) => kind)
    }
    expect(await kinds(owner.headers)).toEqual(['campaign', 'redemption'])
    expect(await kinds(member.headers)).toEqual(['campaign', 'text'])
    expect(await kinds({})).toEqual(['campaign', 'text'])
  })

  test('names what is unknown as text', async () => {
    const ids = [newId('request'), newId('redemption'), 'SHOP-ORDER-9']
    const response = await write({ email: newEmail(), references: ids })
    const { rows } = await sql<{ about: unknown }>`
      select about from support_request where id = ${response.json().id}`.execute(app.db)
    expect(rows[0]!.about).toEqual([
      { kind: 'request', id: ids[0] },
      { kind: 'text', id: ids[1] },
      { kind: 'text', id: ids[2] },
    ])
  })
})

describe('a member', () => {
  test('writes without an address, finds the request, and replies until it is closed', async () => {
    const response = await write({ references: [] }, { headers: member.headers })
    expect(response.statusCode, response.body).toBe(201)
    const { id, reference } = response.json()
    const [own] = await listed(member)
    expect(own).toMatchObject({ id, reference, topic: 'payout', state: 'open' })
    expect(own.messages).toMatchObject([{ from: 'member', text: message, pictures: 0 }])
    expect((await mailsTo(app, member.email))[0]!.subject).toContain(reference)

    const replied = await reply(id, {}, member)
    expect(replied.statusCode, replied.body).toBe(201)
    expect(replied.json().messages.map(({ text }: { text: string }) => text)).toEqual([
      message,
      'And one thing more.',
    ])
    expect((await mailsTo(app, supportEmail))[0]!.subject).toBe(
      `New message in support request ${reference}: Payout`,
    )

    const stranger = await createMember(app)
    expect((await reply(id, {}, stranger)).json()).toMatchObject({ code: 'not_found' })
    expect(await listed(stranger)).toEqual([])
    await sql`
      update support_request set state = 'closed', waiting_since = null, closed_at = now(), closed_by = 'test'
      where id = ${id}`.execute(app.db)
    expect((await reply(id, {}, member)).json()).toMatchObject({
      status: 409,
      code: 'support_request_closed',
    })
  })

  test('whose address is not verified has no confirmation, and finds the request', async () => {
    const unverified = await createMember(app, { verified: false })
    const response = await write({}, { headers: unverified.headers })
    expect(response.json()).toMatchObject({ isConfirmed: false })
    expect(await listed(unverified)).toHaveLength(1)
  })

  test('with a bearer that is not good is refused, not taken for a visitor', async () => {
    const wrong = await write({ email: newEmail() }, { headers: { authorization: 'Bearer wrong' } })
    expect(wrong.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('what was written is not edited', async () => {
    await expect(sql`update support_message set text = 'other'`.execute(app.db)).rejects.toThrow()
  })
})

describe('pictures', () => {
  test('come with one message alone, written anew, and at no public address', async () => {
    const uploaded = await upload(await screenshot(), 'image/jpeg')
    expect(uploaded.statusCode, uploaded.body).toBe(201)
    const { id: picture } = uploaded.json()
    const sent = await write({ pictures: [picture] }, { headers: member.headers })
    expect(sent.statusCode, sent.body).toBe(201)
    expect((await listed(member))[0].messages[0].pictures).toBe(1)

    const kept = await app.files.read(`private-support/${picture}.webp`)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 2_000, height: 1_000 })
    expect(Buffer.from(kept).includes('Secret Camera')).toBe(false)
    for (const url of ['private-support/', 'private-support%2F', 'photos/'])
      expect((await app.server.inject(`/files/${url}${picture}.webp`)).statusCode, url).toBe(404)

    const again = await write({ pictures: [picture] }, { headers: member.headers })
    expect(again.json()).toMatchObject({ status: 422, code: 'support_picture_gone' })
  })

  test('are in the export of their member, with what was written', async () => {
    const exporting = await createMember(app)
    const { id: picture } = (await upload(await screenshot(), 'image/jpeg')).json()
    const { reference } = (await write({ pictures: [picture] }, { headers: exporting.headers })).json()
    const url = `/api/v1/users/${exporting.uid}/export`
    const { rawPayload } = await app.server.inject({ url, headers: exporting.headers })
    const archive = unzipSync(rawPayload)
    const bare = reference.toLowerCase().replace('-', '')
    expect(JSON.parse(Buffer.from(archive['support-messages.json']!).toString())).toMatchObject([
      { reference: bare, topic: 'payout', from: 'member', text: message, pictures: 1 },
    ])
    const exported = archive[`support-${bare}-1-1.webp`]!
    expect(await sharp(exported).metadata()).toMatchObject({ format: 'webp', width: 2_000 })
  })

  test('that are too large, damaged or something else are refused', async () => {
    const image = await screenshot()
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png')).json()).toMatchObject({
      code: 'payload_too_large',
    })
    for (const [bytes, type] of [
      [image, 'image/png'],
      [image.subarray(0, 400), 'image/jpeg'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/webp'],
    ] as const)
      expect((await upload(bytes, type)).json()).toMatchObject({ status: 422, code: 'image_unreadable' })
    expect((await upload(image, 'image/svg+xml')).json()).toMatchObject({ code: 'unsupported_media_type' })
  })
})

describe('limits', () => {
  test('a visitor shows to be a person, once for a request; a repetition is not asked again', async () => {
    const email = newEmail()
    const options = {
      at: guarded,
      remoteAddress: '198.51.100.7',
      headers: { 'idempotency-key': newId('request') },
    }
    const refused = await write({ email }, options)
    expect(refused.json()).toMatchObject({ code: 'captcha_required', captcha: { siteKey: 'site-key' } })
    const first = await write({ email, captchaToken: turnstile.newToken() }, options)
    expect(first.statusCode, first.body).toBe(201)
    expect((await write({ email }, options)).body).toBe(first.body)
    expect((await write({}, { at: guarded, headers: member.headers })).statusCode).toBe(201)
  })

  test('a network writes eight times an hour, an address ten times a day, a mailbox has ten mails of strangers', async () => {
    const send = async (email: string, remoteAddress: string) =>
      await write({ email, captchaToken: turnstile.newToken() }, { at: guarded, remoteAddress })
    for (let n = 0; n < 8; n++) expect((await send(newEmail(), '203.0.113.1')).statusCode).toBe(201)
    const full = await send(newEmail(), '203.0.113.1')
    expect(full.json()).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)

    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => await send(email, `203.0.113.${n + 10}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
    expect((await mailsTo(app, email)).length).toBeLessThanOrEqual(10)
  })
})

describe('an answer', () => {
  const answer = async (request: string, text: string, more: { close?: boolean } = {}) =>
    await app.db
      .transaction()
      .execute(
        async (tx) => await answerRequest(tx, { request, operator: 'Olga', text, ...more }, app.supportDeps),
      )

  test('of a visitor comes by mail, as text, once however often it is given', async () => {
    const email = newEmail()
    const { reference } = (await write({ email })).json()
    const text = 'It left today.\n\n<b>Look</b> tomorrow.'
    await answer(reference.toLowerCase(), text)
    await answer(reference, text)
    const [mailed, confirmation, ...others] = await mailsTo(app, email)
    expect(others).toEqual([])
    expect(confirmation!.subject).toContain(reference)
    expect(mailed!.text).toContain('<b>Look</b> tomorrow.')
    expect(mailed!.html).toContain('&lt;b&gt;Look&lt;/b&gt; tomorrow.')
    expect(mailed!.links.join(' ')).toContain(`/help?topic=payout&ref=${reference}`)
  })

  test('of a member is a notification and a mail; a reply opens it again, and it is counted as waiting', async () => {
    const asking = await createMember(app)
    const { id, reference } = (await write({}, { headers: asking.headers })).json()
    await answer(id, 'It left today.')
    const [own] = await listed(asking)
    expect(own).toMatchObject({
      state: 'answered',
      messages: [{ from: 'member' }, { from: 'support', text: 'It left today.' }],
    })
    expect(JSON.stringify(own)).not.toContain('Olga')
    const { items } = (
      await app.server.inject({ url: '/api/v1/notifications', headers: asking.headers })
    ).json()
    expect(items).toMatchObject([
      { kind: 'support_answered', body: 'It left today.', path: '/help?view=answers' },
    ])
    await app.jobs.run('send-notifications')
    expect((await mailsTo(app, asking.email))[0]!.subject).toBe(`Answer to your message (${reference})`)

    const { open } = (await pendingReviews(app.db)).support
    expect((await reply(id, {}, asking)).json().state).toBe('open')
    expect((await pendingReviews(app.db)).support.open).toBe(open + 1)
    const { rows, total } = await queuedRequests(app.db, { state: 'open', limit: 100 })
    expect(rows.find((row) => row.id === id)).toMatchObject({ messages: 3, beginning: 'And one thing more.' })
    expect(total).toBe(open + 1)
    const [first] = rows
    expect((await queuedRequests(app.db, { state: 'open', limit: 100, after: first!.id })).total).toBe(open)
    await answer(id, 'You are welcome.', { close: true })
    await expect(answer(id, 'Another.')).rejects.toMatchObject({ code: 'support_request_closed' })
    await expect(answer('nothing', 'Another.')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('reaches a member whose account was disabled meanwhile', async () => {
    const banned = await createMember(app)
    const { id } = (await write({}, { headers: banned.headers })).json()
    await setMemberState(app.db, banned.uid, 'disabled')
    await answer(id, 'Your account broke rule 3.')
    await app.jobs.run('send-notifications')
    const mails = (await mailsTo(app, banned.email)).filter(({ text }) => text.includes('rule 3'))
    expect(mails).toHaveLength(1)
  })
})

test('an answered request closes after 30 days, and goes with its pictures 12 months later', async () => {
  const { id: picture } = (await upload(await screenshot(), 'image/jpeg')).json()
  const { id } = (await write({ email: newEmail(), pictures: [picture] })).json()
  const stateOf = async () =>
    (await sql<{ state: string }>`select state from support_request where id = ${id}`.execute(app.db)).rows[0]
      ?.state
  await sql`
    update support_request set state = 'answered', waiting_since = null, answered_at = now() - interval '31 days'
    where id = ${id}`.execute(app.db)
  await app.jobs.run('close-support-requests')
  expect(await stateOf()).toBe('closed')
  await app.jobs.run('close-support-requests')
  expect(await stateOf()).toBe('closed')
  await sql`update support_request set closed_at = now() - interval '13 months' where id = ${id}`.execute(
    app.db,
  )
  await app.jobs.run('close-support-requests')
  expect(await stateOf()).toBeUndefined()
  await app.jobs.run('remove-dropped-files')
  await expect(app.files.read(`private-support/${picture}.webp`)).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('a reference reads as it is written', () => {
  expect(supportReferenceText('7k3m9qxd')).toBe('7K3M-9QXD')
})

test('the operator is mailed also where an earlier mail to their address bounced', async () => {
  const { reference } = (await write({ email: newEmail() })).json() as { reference: string }
  const mails: Mail[] = []
  await app.db.transaction().execute(async (tx) => {
    const row = (await findRequest(tx, readSupportReference(reference)!))!
    const mailer = { send: async (_: unknown, mail: Mail) => void mails.push(mail) }
    const deps = { mailer, publicOrigin: 'https://crels.example', supportEmail }
    await mailOperator(tx, row, { askerEmail: 'ada@example.com' }, deps)
  })
  expect(mails).toMatchObject([{ to: supportEmail, replyTo: 'ada@example.com', isRequested: true }])
})
