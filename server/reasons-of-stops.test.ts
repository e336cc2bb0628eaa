import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { app, make, openApp } from '#server/modules/shortlinks/shortlinks.fixture.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import {
  callOperator,
  openedEntries,
  operatorBearer,
  testActor,
  type TestOperator,
} from '#testing/operators.ts'

openApp()

let olga: TestOperator
beforeAll(async () => {
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
})

async function post(path: string, payload: object) {
  const { status, body } = await callOperator(app, olga, { method: 'POST', path, payload })
  expect(status, JSON.stringify(body)).toBe(200)
}

/** What the log says of the acts on something, as it stands there and as operators read it. */
async function reasonsOf(target: string) {
  const { rows } = await sql<{ action: string; reason: string | null; text: string }>`
    select action, reason, e::text as text from audit_entry e where target = ${target} order by seq`.execute(
    app.db,
  )
  const opened = await openedEntries(app, olga, `target=${target}`)
  const read = (opened as { reason: string | null; personal: { reason?: string } | null }[]).toReversed()
  return rows.map(({ action, reason, text }, at) => ({
    action,
    inClear: reason,
    isWritten: text.includes('Because'),
    read: read[at]!.reason ?? read[at]!.personal?.reason ?? null,
  }))
}

test('why a link was blocked or given back is sealed by its member’s key', async () => {
  const { code } = await make()
  await post(`/links/${code}/ban`, { reason: 'Because it asks for passwords' })
  await post(`/links/${code}/unban`, { reason: 'Because it was another' })
  // Of an older client nothing is asked.
  await post(`/links/${code}/ban`, {})
  expect(await reasonsOf(code)).toEqual([
    { action: 'link.ban', inClear: null, isWritten: false, read: 'Because it asks for passwords' },
    { action: 'link.unban', inClear: null, isWritten: false, read: 'Because it was another' },
    { action: 'link.ban', inClear: null, isWritten: false, read: null },
  ])
})

test('why links were blocked for a report, and given back, is sealed with each', async () => {
  const { code } = await make()
  const asked = await app.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: { topic: 'abuse', message: `/s/${code} is rude.`, references: [], email: 'ada@example.com' },
  })
  const { id } = asked.json() as { id: string }
  const { body } = await callOperator(app, olga, { path: `/support-requests/${id}` })
  const report = `/support-requests/${id}/links`
  const said = { codes: [code], seen: body.lastMessage.id as string }
  await post(`${report}/ban`, { ...said, reason: 'Because it is rude' })
  await post(`${report}/unban`, { codes: [code], reason: 'Because it is not' })
  expect(await reasonsOf(code)).toEqual([
    { action: 'link.ban', inClear: null, isWritten: false, read: 'Because it is rude' },
    { action: 'link.unban', inClear: null, isWritten: false, read: 'Because it is not' },
  ])
})

test('why a host came off the list, a brand or a campaign stopped, or a webhook was switched off is in the log', async () => {
  const brand = await createBrand(app)
  const { id } = await createCampaign(app, { brandId: brand.id })
  const { id: webhook } = await app.webhookOperations.add(testActor, {
    brand: brand.slug,
    url: 'https://hooks.example/crels',
    events: [],
    contactEmail: null,
  })
  await post('/blocked-hosts', { host: 'spam.example', reason: 'Because of spam' })
  const acts = [
    ['spam.example', 'link.unblock-host', '/blocked-hosts/spam.example/unblock', {}],
    [id, 'campaign.state', `/campaigns/${id}/state`, { action: 'pause' }],
    [id, 'campaign.state', `/campaigns/${id}/state`, { action: 'end' }],
    [brand.slug, 'brand.suspend', `/brands/${brand.slug}/suspend`, {}],
    [brand.slug, 'brand.resume', `/brands/${brand.slug}/resume`, {}],
    [webhook, 'webhook.disable', `/webhooks/${webhook}/disable`, {}],
    [webhook, 'webhook.enable', `/webhooks/${webhook}/enable`, {}],
  ] as const
  for (const [target, action, path, payload] of acts) {
    const reason = `Because of a complaint about ${action}`
    await post(path, { ...payload, reason })
    expect((await reasonsOf(target)).at(-1)).toEqual({
      action,
      inClear: reason,
      isWritten: true,
      read: reason,
    })
  }
})

test('a reason is a text of 500 characters at most', async () => {
  const { code } = await make()
  for (const reason of [' ', 'a'.repeat(501)]) {
    const answer = await callOperator(app, olga, {
      method: 'POST',
      path: `/links/${code}/ban`,
      payload: { reason },
    })
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'body.reason' }] } })
  }
})
