import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { pendingReviews } from '#server/pending-reviews.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { answerRequest } from './answer-request.ts'
import { queuedRequests } from './support-queue.ts'
import { app, listed, newEmail, openApp, reply, screenshot, upload, write } from './support.fixture.ts'

openApp()

describe('an answer', () => {
  const answer = async (request: string, text: string, more: { close?: boolean } = {}) =>
    await app.db
      .transaction()
      .execute(
        async (tx) =>
          await answerRequest(
            tx,
            { via: 'job', source: 'Olga' },
            { request, text, ...more },
            app.supportDeps,
          ),
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
