import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readSupportReference, supportReferenceText } from '#rules/support-request.ts'
import { newId } from '#server/platform/ids.ts'
import { inLanguage } from '#server/platform/language.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, mailsTo } from '#testing/members.ts'
import { addUsableDestination, giveCrels, partyOf, redeem } from '#testing/redeemers.ts'
import { mailOperator } from './support-mail.ts'
import { findRequest } from './support-queries.ts'
import {
  app,
  countRequests,
  listed,
  member,
  message,
  newEmail,
  openApp,
  reply,
  supportEmail,
  write,
} from './support.fixture.ts'

openApp()

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
    const [toOperator] = await mailsTo(app, supportEmail)
    expect(toOperator!.text).toContain(`From ${member.email} (${member.uid}).`)
    expect(toOperator!.subject).toBe(`New message in support request ${reference}: Payout`)

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
    const from = `From ${unverified.email} (${unverified.uid}, address not verified).`
    expect((await mailsTo(app, supportEmail))[0]!.text).toContain(from)
  })

  test('with a bearer that is not good is refused, not taken for a visitor', async () => {
    const wrong = await write({ email: newEmail() }, { headers: { authorization: 'Bearer wrong' } })
    expect(wrong.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('what was written is not edited', async () => {
    await expect(sql`update support_message set text = 'other'`.execute(app.db)).rejects.toThrow()
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
    const asker = { askerEmail: 'ada@example.com', isVerified: true }
    // The operator need not speak it.
    await inLanguage('de', async () => await mailOperator(tx, row, asker, deps))
  })
  expect(mails).toMatchObject([{ to: supportEmail, replyTo: 'ada@example.com', isRequested: true }])
  expect(mails[0]!.html).toContain('<html lang="en" dir="ltr">')
})
