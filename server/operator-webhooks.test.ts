import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createBrandKey } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
let sam: TestOperator
let slug: string
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  sam = await operatorBearer(app, 'support', 'sam@crels.example')
  ;({ slug } = await createBrand(app))
})
afterAll(() => app.close())

const read = async (path: string, who = mia) => await callOperator(app, who, { path })
const post = async (path: string, payload: object = {}, who = mia) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const add = async (url = 'https://hooks.example/secret-path') =>
  await post(`/brands/${slug}/webhooks`, {
    url,
    events: ['conversion.accepted'],
    contactEmail: 'it@b.example',
  })

test('an endpoint is added with its secret shown once; who may not add one sees its host alone', async () => {
  const made = await add()
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ brand: slug, state: 'active', events: ['conversion.accepted'] })
  expect(made.body.secret).toMatch(/^whsec_/)
  const list = await read(`/brands/${slug}/webhooks`)
  expect(list.body.items[0]).toMatchObject({ id: made.body.id, url: 'https://hooks.example/secret-path' })
  expect(JSON.stringify(list.body)).not.toContain(made.body.secret)
  expect((await read(`/webhooks/${made.body.id}`, sam)).body.url).toBe('https://hooks.example/…')
  for (const url of ['http://10.0.0.1/', 'https://intranet/', 'ftp://a.example/', 'no'])
    expect((await add(url)).status, url).toBe(422)
  expect((await read('/brands/nobody/webhooks')).status).toBe(404)
})

test('a test is a delivery; what failed is sent again, one or all, and nothing twice at a time', async () => {
  const { body: webhook } = await add()
  const path = `/webhooks/${webhook.id}`
  for (let count = 0; count < 3; count += 1) expect((await post(`${path}/test`, {}, sam)).status).toBe(204)
  const deliveries = async (query = '') => (await read(`${path}/deliveries?${query}`)).body
  const page = await deliveries('limit=2')
  expect(page.items.length).toBe(2)
  const rest = await deliveries(`limit=2&cursor=${page.nextCursor}`)
  expect([rest.items.length, rest.nextCursor]).toEqual([1, null])
  const [first] = page.items
  expect(first).toMatchObject({ type: 'webhook.test', state: 'pending', attempts: 0 })
  const replay = async (body: object) => await post(`${path}/replay`, body, sam)
  expect((await replay({ deliveryId: first.id })).status).toBe(409)
  await sql`update webhook_delivery set state = 'failed', next_attempt_at = null, attempts = 9
    where endpoint_id = ${webhook.id}`.execute(app.db)
  expect((await replay({ deliveryId: first.id })).body).toEqual({ replayed: 1 })
  expect((await deliveries('state=failed')).items.length).toBe(2)
  expect((await replay({})).body).toEqual({ replayed: 2 })
  expect((await replay({})).status).toBe(409)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_entry where target = ${webhook.id} and action = 'webhook.replay'`.execute(
    app.db,
  )
  expect(rows[0]!.count).toBe(2)
})

test.each(['failing', 'by_brand'])(
  'one that is off (%s) is kept off by an operator, and undone to what it was',
  async (was) => {
    const { body: webhook } = await add()
    const path = `/webhooks/${webhook.id}`
    await sql`
    update webhook_endpoint set state = 'disabled', disabled_reason = ${was} where id = ${webhook.id}`.execute(
      app.db,
    )
    const { id: brandId } = (
      await sql<{ id: string }>`select id from brand where slug = ${slug}`.execute(app.db)
    ).rows[0]!
    const headers = { authorization: `Bearer ${await createBrandKey(app, brandId)}` }
    const brandSwitchesOn = async () =>
      (
        await app.server.inject({
          method: 'PATCH',
          url: `/api/v1/brand/webhooks/${webhook.id}`,
          headers,
          payload: { state: 'active' },
        })
      ).statusCode
    const standing = async () => (await read(path)).body.disabledReason
    const reason = 'It sends our events on to others.'
    expect((await post(`${path}/disable`, { reason })).body.disabledReason).toBe('by_operator')
    expect(await brandSwitchesOn()).toBe(409)
    // The same again is answered, another operator hears who did it.
    expect((await post(`${path}/disable`, { reason })).status).toBe(200)
    expect((await post(`${path}/disable`, { reason }, await operatorBearer(app, 'owner'))).status).toBe(409)
    const undo = { reason: 'Undone', isUndo: true }
    expect((await post(`${path}/enable`, undo)).body).toMatchObject({
      state: 'disabled',
      disabledReason: was,
    })
    // Sent twice by a browser, it does nothing more.
    expect((await post(`${path}/enable`, undo)).body).toMatchObject({
      state: 'disabled',
      disabledReason: was,
    })
    expect((await post(`${path}/enable`)).body.state).toBe('active')
    expect((await post(`${path}/disable`, undo)).body.disabledReason).toBe(was)
    expect(await standing()).toBe(was)
    expect(await brandSwitchesOn()).toBe(200)
  },
)

test('is switched off and on, gets another secret, and is removed', async () => {
  const { body: webhook } = await add()
  const path = `/webhooks/${webhook.id}`
  expect((await post(`${path}/disable`)).body).toMatchObject({
    state: 'disabled',
    disabledReason: 'by_operator',
  })
  expect((await post(`${path}/test`)).status).toBe(409)
  expect((await post(`${path}/replay`)).status).toBe(409)
  // Undoing the second of two would take back what the first did.
  const owner = await operatorBearer(app, 'owner')
  const late = async (act: string) => (await post(`${path}/${act}`, {}, owner)).body.detail
  expect((await post(`${path}/disable`)).status).toBe(200)
  expect(await late('disable')).toMatch(
    /^This endpoint is disabled already\. mia did webhook\.disable on it at .+ UTC\.$/,
  )
  expect((await post(`${path}/enable`)).body.state).toBe('active')
  expect(await late('enable')).toMatch(/^This endpoint is active already\. mia did webhook\.enable/)
  const rotated = await post(`${path}/rotate`)
  expect(rotated.body.secret).not.toBe(webhook.secret)
  expect((await post(`${path}/disable`, {}, sam)).status).toBe(403)
  expect((await callOperator(app, mia, { method: 'DELETE', path })).status).toBe(204)
  expect((await read(path)).status).toBe(404)
  expect((await read(`${path}/deliveries`)).status).toBe(404)
})
