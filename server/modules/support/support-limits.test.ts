import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { startBeside, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { startStandInTurnstile, type StandInTurnstile } from '#testing/turnstile.ts'
import {
  app,
  listed,
  member,
  message,
  newEmail,
  openApp,
  screenshot,
  upload,
  write,
} from './support.fixture.ts'

openApp()

/** On the same database, with limits and a captcha. */
let guarded: TestApp
let turnstile: StandInTurnstile

beforeAll(async () => {
  turnstile = await startStandInTurnstile()
  guarded = await startBeside(app, { supportEmail: null, rateLimit: true, captcha: turnstile.settings })
})
afterAll(async () => {
  await guarded.close()
  await turnstile.close()
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
