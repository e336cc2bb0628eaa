import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  app,
  follow,
  openApp,
  advanceClock,
  read,
  report,
  rightAfterClick,
  sale,
  stage,
  type Stage,
} from './conversions.fixture.ts'

openApp()

const secretOf = ({ key }: Stage) => key.authorization!.replace('Bearer ', '')

/** Sends the form as a browser does. */
async function attempt(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const typed = { eventId: 'test-1', type: 'sale', amount: '100.00', currency: 'USD', ...fields }
  return await app.server.inject({
    method: 'POST',
    url: '/brands/test',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: app.config.publicOrigin,
      ...headers,
    },
    payload: new URLSearchParams(typed).toString(),
  })
}

async function counts(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from conversion) as conversions, (select count(*) from earning) as earnings,
           (select count(*) from txn) as transactions, (select count(*) from hold) as holds`.execute(app.db)
  return rows
}

test('says what a report would become, records and pays nothing, and leaves the order id free', async () => {
  const at = await stage()
  const key = secretOf(at)
  expect((await app.server.inject('/brands/test')).body).toContain('Try a report')
  const before = await counts()
  const [clickId, held] = await rightAfterClick(
    at,
    async (made) => [made, await attempt({ key, clickId: made })] as const,
  )
  expect(held.body).toContain('Under review (too fast): 84 crels')
  await advanceClock('10 seconds')
  const accepted = await attempt({ key, clickId })
  expect(accepted.body).toContain('the creator would earn 84 crels')
  expect(accepted.body.match(/<b>Yes:<\/b>/g)).toHaveLength(9)
  expect(accepted.body).not.toContain(key)
  expect(accepted.headers['cache-control']).toBe('no-store')
  expect(await counts()).toEqual(before)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })

  expect((await report(at.key, sale(clickId, { eventId: 'test-1' }))).status).toBe(201)
  expect((await attempt({ key, clickId })).body).toContain('You already reported this order id')
})

test('says at which step it fails', async () => {
  const [at, other] = [await stage(), await stage()]
  const key = secretOf(at)
  const unknown = await attempt({ key, clickId: 'clk_nobody' })
  expect(unknown.body).toContain('Rejected (click unknown)')
  expect(unknown.body).toContain('<b>No:</b> the click exists')
  const foreign = await attempt({ key, clickId: await follow(other.code) })
  expect(foreign.body).toContain('<b>No:</b> its link belongs to one of your campaigns')
})

test.each([
  ['a key that is none', { key: 'crels_bk_wrong' }, 'This is not a valid brand key.'],
  ['an amount that is none', { amount: 'much' }, 'amount'],
  ['a currency without a rate', { currency: 'XAU' }, 'no rate for this currency'],
  ['markup in place of a click', { clickId: '"><script>' }, '&quot;&gt;&lt;script&gt;'],
])('explains %s', async (_, changes, words) => {
  const at = await stage()
  const { statusCode, body } = await attempt({ key: secretOf(at), clickId: 'clk_nobody', ...changes })
  expect(statusCode).toBe(200)
  expect(body).toContain(words)
  expect(body).not.toContain('"><script>')
})

test('refuses what another site’s page sends', async () => {
  const sent = await attempt({ key: 'x', clickId: 'y' }, { origin: 'https://evil.example' })
  expect(sent.statusCode).toBe(403)
})
