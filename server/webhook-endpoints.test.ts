import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { mailsTo } from '#testing/members.ts'
import { brandSignature, createSigningKey } from './modules/brands/public.ts'
import { app, openApp, sell, stage } from './modules/conversions/conversions.fixture.ts'
import { disableEndpoint } from './modules/webhooks/endpoint-queries.ts'
import { endReceivers, hurry, startReceiver } from './modules/webhooks/webhooks.fixture.ts'
import type { Db, Tx } from './platform/database.ts'
import { inTransaction } from './platform/transaction.ts'
import { deliveries, keyFor, listen, trusted } from './webhooks.fixture.ts'
import { testActor } from '#testing/operators.ts'

openApp()
endReceivers()

test('switches off an endpoint that is gone, or failed for three days, mails its owner, and keeps its messages', async () => {
  const at = await stage()
  const contactEmail = 'servers@brand.example'
  const gone = await listen(at.brandId, { contactEmail })
  const failing = await listen(at.brandId)
  gone.receiver.answer = (response) => void response.writeHead(410).end()
  failing.receiver.answer = (response) => void response.writeHead(503).end()
  await sell(at)
  await app.webhooks.deliverDue()
  const stateOf = async (id: string) =>
    (await app.webhookOperations.list()).find((endpoint) => endpoint.id === id)!
  expect(await stateOf(gone.id)).toMatchObject({ state: 'disabled', disabledReason: 'gone', failed: 1 })
  expect((await mailsTo(app, contactEmail))[0]!.text).toContain(gone.receiver.url)
  expect(await stateOf(failing.id)).toMatchObject({
    state: 'active',
    pending: 1,
    failingSince: expect.any(Date),
  })

  await sql`update webhook_endpoint set failing_since = now() - interval '4 days' where id = ${failing.id}`.execute(
    app.db,
  )
  await hurry(app)
  await app.webhooks.deliverDue()
  expect(await stateOf(failing.id)).toMatchObject({
    state: 'disabled',
    disabledReason: 'failing',
    pending: 0,
  })

  // What happens meanwhile is kept for a replay, and nothing is sent.
  await sell(at)
  expect(await app.webhooks.deliverDue()).toBe(0)
  await expect(app.webhookOperations.replay(testActor, { endpointId: failing.id })).rejects.toMatchObject({
    code: 'webhook_disabled',
  })
  await app.webhookOperations.enable(testActor, failing.id)
  failing.receiver.answer = (response) => void response.writeHead(204).end()
  expect(await app.webhookOperations.replay(testActor, { endpointId: failing.id })).toBe(2)
  await app.webhooks.deliverDue()
  expect(await stateOf(failing.id)).toMatchObject({ state: 'active', delivered: 2, failingSince: null })
})

test('what happens while an endpoint is switched off is kept for a replay, whichever comes first', async () => {
  const { brandId } = await stage()
  const { id } = await listen(brandId)
  const happen = async (db: Db) =>
    await sql`select webhook_enqueue(${brandId}, 'conversion.accepted', '{}')`.execute(db)
  /** One is done while the other waits to be committed. */
  const beside = async (first: (tx: Tx) => Promise<unknown>, second: () => Promise<unknown>) =>
    await (
      await app.db.transaction().execute(async (tx) => {
        await first(tx)
        const done = second()
        await Promise.race([done, untilBlocked(app.db)])
        return { done }
      })
    ).done
  const switchOff = async (tx: Tx) => await disableEndpoint(tx, id, 'failing')
  await beside(switchOff, async () => await happen(app.db))
  await app.webhookOperations.enable(testActor, id)
  await beside(happen, async () => await inTransaction(app.db, switchOff))
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
})

test('a brand’s key sees to its endpoints: made, tried, replayed, switched off, removed', async () => {
  const [at, other] = [await stage(), await stage()]
  const receiver = await startReceiver()
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path = '',
    payload?: object,
    headers = at.key,
  ) => {
    const url = `/api/v1/brand/webhooks${path}`
    const response = await app.server.inject({ method, url, headers, payload })
    return { status: response.statusCode, body: response.statusCode === 204 ? null : response.json() }
  }
  for (const url of [
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'ftp://a.example/',
    'https://u:p@a.example/',
  ])
    expect(await call('POST', '', { url }), url).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    })
  expect(await call('POST', '', { url: receiver.url, events: ['conversion.made'] })).toMatchObject({
    status: 422,
  })

  const made = await call('POST', '', { url: receiver.url, events: ['conversion.accepted'] })
  expect(made).toMatchObject({ status: 201, body: { state: 'active', events: ['conversion.accepted'] } })
  const { id, secret } = made.body
  expect(JSON.stringify(await call('GET'))).not.toContain(secret)
  const tried = await call('POST', `/${id}/test`)
  expect(tried).toMatchObject({ status: 202, body: { type: 'webhook.test', state: 'pending' } })
  const again = `/${id}/deliveries/${tried.body.id}/replay`
  expect(await call('POST', again)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await sell(at)
  await app.webhooks.deliverDue()
  expect(
    trusted(receiver, secret)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['conversion.accepted', 'webhook.test'])
  expect(await call('POST', again)).toMatchObject({ status: 202, body: { state: 'pending', attempts: 0 } })
  await app.webhooks.deliverDue()
  expect(receiver.received).toHaveLength(3)
  const first = await call('GET', `/${id}/deliveries?limit=1`)
  const rest = await call('GET', `/${id}/deliveries?limit=1&cursor=${first.body.nextCursor}`)
  const states = [...first.body.items, ...rest.body.items].map(({ state }) => state)
  expect([states, rest.body.nextCursor]).toEqual([['delivered', 'delivered'], null])

  // Another brand’s key, and a key that is for something else.
  const forClaims = await keyFor(at.brandId, 'claims')
  for (const [method, path, payload] of [
    ['PATCH', `/${id}`, { state: 'disabled' }],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/secret`],
    ['POST', `/${id}/test`],
    ['GET', `/${id}/deliveries`],
    ['POST', again],
  ] as const) {
    expect(await call(method, path, payload, other.key)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await call(method, path, payload, forClaims)).toMatchObject({
      status: 403,
      body: { code: 'key_scope_missing' },
    })
  }
  expect((await call('GET', '', undefined, other.key)).body).toEqual({ items: [] })
  // A delivery of another endpoint is none of this one.
  const theirs = await call('POST', '', { url: receiver.url }, other.key)
  const foreign = `/${theirs.body.id}/deliveries/${tried.body.id}/replay`
  expect(await call('POST', foreign, undefined, other.key)).toMatchObject({ status: 404 })

  expect(await call('PATCH', `/${id}`, { state: 'disabled', events: [] })).toMatchObject({
    status: 200,
    body: { state: 'disabled', disabledReason: 'by_brand', events: [] },
  })
  const off = { status: 409, body: { code: 'webhook_disabled' } }
  expect(await call('POST', `/${id}/test`)).toMatchObject(off)
  expect(await call('POST', again)).toMatchObject(off)
  expect(await call('PATCH', `/${id}`, { state: 'active' })).toMatchObject({ body: { state: 'active' } })
  await app.webhookOperations.disable(testActor, id)
  expect(await call('PATCH', `/${id}`, { state: 'active' })).toMatchObject(off)
  expect(await call('PATCH', `/${id}`, { url: 'https://10.0.0.1/' })).toMatchObject({ status: 422 })

  const added = await Promise.all(
    Array.from({ length: 22 }, async () => await call('POST', '', { url: receiver.url })),
  )
  expect(added.filter(({ status }) => status === 201)).toHaveLength(19)
  expect(added.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { code: 'too_many_webhooks' },
  })
  expect(await call('DELETE', `/${id}`)).toEqual({ status: 204, body: null })
  expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404 })
})

test('after a rotation both secrets verify, for a day', async () => {
  const at = await stage()
  const { receiver, secret, id } = await listen(at.brandId)
  const rotated = await app.webhookOperations.rotate(testActor, id)
  await app.webhookOperations.test(testActor, id)
  await app.webhooks.deliverDue()
  for (const text of [secret, rotated.secret])
    expect(trusted(receiver, text)).toMatchObject([{ type: 'webhook.test', data: { endpointId: id } }])
  await sql`update webhook_endpoint set previous_secret_until = now() where id = ${id}`.execute(app.db)
  await app.webhookOperations.test(testActor, id)
  await app.webhooks.deliverDue()
  receiver.received.shift()
  expect(trusted(receiver, rotated.secret)).toHaveLength(1)
  expect(() => trusted(receiver, secret)).toThrow('No matching signature')
  const { rows } = await sql<{
    secret: string
  }>`select secret from webhook_endpoint where id = ${id}`.execute(app.db)
  expect(rows[0]!.secret).not.toContain(rotated.secret.slice('whsec_'.length))
})

test('whose answer with a secret was lost asks again, and the secret of their server signs on', async () => {
  const at = await stage()
  const { receiver, secret, id } = await listen(at.brandId)
  const lost = await app.webhookOperations.rotate(testActor, id)
  const known = await app.webhookOperations.rotate(testActor, id)
  await app.webhookOperations.test(testActor, id)
  await app.webhooks.deliverDue()
  for (const text of [secret, lost.secret, known.secret]) expect(trusted(receiver, text)).toHaveLength(1)
  await expect(app.webhookOperations.rotate(testActor, id)).rejects.toMatchObject({ code: 'conflict' })
  // A day after the first one they end, one after the other.
  await sql`update webhook_endpoint set older_secret_until = now() where id = ${id}`.execute(app.db)
  const next = await app.webhookOperations.rotate(testActor, id)
  await app.webhookOperations.test(testActor, id)
  await app.webhooks.deliverDue()
  receiver.received.shift()
  for (const text of [lost.secret, known.secret, next.secret]) expect(trusted(receiver, text)).toHaveLength(1)
  expect(() => trusted(receiver, secret)).toThrow('No matching signature')
})

test('refuses addresses, events and brands that are none, and forgets messages after 30 days', async () => {
  const at = await stage()
  const { id } = await listen(at.brandId)
  const { add } = app.webhookOperations
  const { brand } = (await app.webhookOperations.list()).find((endpoint) => endpoint.id === id)!
  for (const url of [
    'http://10.0.0.1/',
    'https://169.254.169.254/',
    'https://intranet/',
    'ftp://a.example/',
    'https://u:p@a.example/',
    'no',
  ])
    await expect(add(testActor, { brand, url, events: [] }), url).rejects.toMatchObject({
      code: 'validation_failed',
    })
  const url = 'https://hooks.brand.example/'
  await expect(add(testActor, { brand, url, events: ['conversion.made'] })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(add(testActor, { brand: 'unknown', url, events: [] })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(app.webhookOperations.rotate(testActor, 'whe_1')).rejects.toMatchObject({ code: 'not_found' })

  await app.webhookOperations.test(testActor, id)
  await app.webhookOperations.test(testActor, id)
  await app.webhooks.deliverDue()
  await sql`
    update webhook_message set created_at = now() - interval '31 days'
    where id = (select min(message_id) from webhook_delivery where endpoint_id = ${id})`.execute(app.db)
  expect(await app.jobs.run('forget-webhooks')).toEqual({ forgotten: 1 })
  expect(await deliveries(id)).toHaveLength(1)
  await app.webhookOperations.remove(testActor, id)
  await expect(deliveries(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a replayed signed call changes nothing: no other endpoint, secret or message', async () => {
  const at = await stage()
  const { slug } = await app.db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', at.brandId)
    .executeTakeFirstOrThrow()
  const key = await inTransaction(app.db, async (tx) =>
    createSigningKey(tx, testActor, { brand: slug, label: 'signing' }, app.secret),
  )
  const root = '/api/v1/brand/webhooks'
  const twice = async (method: 'POST' | 'PATCH', url: string, payload?: object) => {
    const body = payload === undefined ? '' : JSON.stringify(payload)
    const timestamp = String(Math.floor(Date.now() / 1000))
    const v1 = brandSignature(key.key, { timestamp, method, target: url, body })
    const headers = {
      authorization: `Crels-HMAC key=${key.id},t=${timestamp},v1=${v1}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const send = async (more: object = {}) =>
      await app.server.inject({ method, url, headers: { ...headers, ...more }, payload: body || undefined })
    const first = await send()
    expect(first.statusCode, first.body).toBeLessThan(300)
    for (const more of [{}, { 'idempotency-key': 'another' }])
      expect((await send(more)).json()).toMatchObject({ status: 409, code: 'conflict' })
    return first.json()
  }

  const { url } = await startReceiver()
  const { id } = await twice('POST', root, { url })
  await twice('PATCH', `${root}/${id}`, { contactEmail: 'servers@brand.example' })
  const { secret } = await twice('POST', `${root}/${id}/secret`)
  const test = await twice('POST', `${root}/${id}/test`)
  expect(secret).toMatch(/^whsec_/)
  await app.webhooks.deliverDue()
  await twice('POST', `${root}/${id}/deliveries/${test.id}/replay`)
  expect(await app.webhookOperations.list(slug)).toHaveLength(1)
  expect(await deliveries(id)).toHaveLength(1)
  const { rows } = await sql`select answer from idempotency_key where actor = ${at.brandId}`.execute(app.db)
  expect(JSON.stringify(rows)).not.toContain('whsec_')
})
