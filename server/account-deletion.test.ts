import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { inErasureOrder } from './account-deletion.ts'
import {
  asOwner,
  call,
  erase,
  filesWith,
  leave,
  quiet,
  settle,
  tablesWith,
} from './account-deletion.fixture.ts'
import { createPerson, letEarn } from './person-to-leave.fixture.ts'
import { unknownWords, writeWordsAbout } from './account-deletion-words.fixture.ts'
import { provisionMember } from './modules/accounts/provision-member.ts'
import {
  app,
  joinStage,
  openApp,
  advanceClock,
  refund,
  report,
  sale,
} from './modules/conversions/conversions.fixture.ts'
import { unlockEarnings } from './modules/conversions/public.ts'
import { reconcile } from './modules/ledger/public.ts'
import { shiftClock } from './platform/clock.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, mailsTo } from '#testing/members.ts'

openApp()

test('refuses an old sign-in, another member, a wrong confirmation and open business; nothing happens', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  const url = `/api/v1/users/${member.uid}`
  const codeOf = async (...[who, payload]: [typeof member, object?]) => {
    const response = await call(who, 'DELETE', url, payload)
    return [response.statusCode, response.json().code]
  }
  expect((await app.server.inject({ method: 'DELETE', url })).statusCode).toBe(401)
  expect(await codeOf(other, { confirmation: member.email })).toEqual([403, 'forbidden'])
  expect(await codeOf(member, { confirmation: 'DELETE' })).toEqual([422, 'validation_failed'])
  expect(await codeOf(member)).toEqual([400, 'malformed_request'])
  await asOwner(
    `update identity.auth_session set created_at = now() - interval '11 minutes' where user_id = $1`,
    [member.uid],
  )
  expect(await codeOf(member, { confirmation: member.email })).toEqual([403, 'requires_recent_login'])
  await call(member, 'POST', '/identity/reauthenticate', { password: member.password })
  const until = new Date('2030-01-01')
  app.accountDeletion.blockedBy = async () => ({ by: 'redemption', until })
  try {
    const response = await leave(member)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'deletion_blocked', until: until.toISOString() })
    expect((await call(member, 'GET', `${url}/deletion`)).json().blocked).toEqual({
      by: 'redemption',
      until: until.toISOString(),
      redemption: null,
    })
  } finally {
    app.accountDeletion.blockedBy = async () => null
  }
  expect((await call(other, 'GET', `${url}/deletion`)).statusCode).toBe(403)
  expect((await call(member, 'GET', url)).statusCode).toBe(200)
  expect(await sql`select from deletion`.execute(app.db)).toMatchObject({ rows: [] })
})

test('says what it costs, and does it at once: no token works, links answer 410, campaigns are left', async () => {
  const person = await createPerson()
  const at = await letEarn(person)
  const waiting = await createCampaign(app, { approval: 'application' })
  await call(person, 'POST', `/api/v1/campaigns/${waiting.id}/enrolment`, { message: 'Please' })
  const preview = await call(person, 'GET', `/api/v1/users/${person.uid}/deletion`)
  expect(preview.json()).toMatchObject({
    crels: { available: 0, pending: 84, reserved: 3, debt: expect.any(Number) },
    points: 115,
    campaigns: 2,
    links: 2,
    // A shirt that waits to be sent, and a code that they looked at.
    orders: { placed: 1, withCodes: 1 },
    blocked: null,
    // They were paid, and certified a tax form.
    taxFormKeptUntil: `${person.paidYear + 5}-12-31`,
  })
  expect(preview.json().crels.debt).toBeGreaterThan(0)
  const answer = await leave(person)
  expect(answer.statusCode, answer.body).toBe(202)
  expect(answer.json()).toEqual(preview.json())

  const after = await call(person, 'GET', `/api/v1/users/${person.uid}`)
  expect([after.statusCode, after.json().code]).toEqual([
    401,
    expect.stringMatching(/^user_(deleted|token_expired)$/),
  ])
  const signIn = await call(person, 'POST', '/identity/sign-in', {
    email: person.email,
    password: person.password,
  })
  expect(signIn.json().code).toBe('user_deleted')
  await expect.poll(async () => (await app.server.inject({ url: `/s/${at.code}` })).statusCode).toBe(410)
  const { rows } = await sql`select state from enrolment where party = ${person.party}`.execute(app.db)
  expect(rows).toEqual([{ state: 'left' }, { state: 'left' }])
  expect((await leave(person)).statusCode).toBe(401)
})

test(
  'leaves no trace in database, logs and files, keeps the books, and the address may sign up anew',
  // Every table is read.
  { timeout: 180_000 },
  async () => {
    const person = await createPerson()
    const at = await letEarn(person)
    await writeWordsAbout(person, at)
    expect(await tablesWith(person.traces)).not.toEqual([])
    // As versions before wrote it, where an address was taken.
    for (const name of ['postgres.log', 'postgres.log.1'])
      writeFileSync(
        join(app.config.dataDir, name),
        `LOG:  ready\nDETAIL:  Key (email)=(${person.email}) already exists.\n`,
      )
    const lines: string[] = []
    const product = await createApp(
      { ...app.config, databaseUrl: app.databaseUrl },
      pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    )
    try {
      // Those of the test before.
      await settle()
      await erase()
      const issued = await houseBalances()
      const answer = await product.server.inject({
        method: 'DELETE',
        url: `/api/v1/users/${person.uid}`,
        headers: person.headers,
        payload: { confirmation: person.email.toUpperCase() },
      })
      expect(answer.statusCode, answer.body).toBe(202)
      expect(await erase()).toMatchObject({ finished: 0 })
      // What is being written while they leave is erased when it is certain to have ended.
      await sql`insert into member_visitor (uid, visitor, seen_on) values (${person.uid}, ${Buffer.alloc(16)}, current_date)`.execute(
        app.db,
      )
      const mails = await mailsTo(app, person.email)
      expect(mails.map(({ subject }) => subject)).toEqual(['Your Crels account is deleted'])
      await settle()
      expect(await product.jobs.run('erase-members')).toMatchObject({ waiting: 0 })
      await product.jobs.run('remove-dropped-files')
      const { crels, points } = answer.json()
      const after = await houseBalances()
      expect(after.crels - issued.crels).toBe(crels.available + crels.pending + crels.reserved - crels.debt)
      expect(after.points - issued.points).toBe(points)
    } finally {
      await product.close()
    }
    expect(await tablesWith(person.traces)).toEqual([])
    // They were paid: of two versions of their tax form the last is kept, under the party, until the law asks no more.
    const forms = await sql<{ year: number }>`
      select extract(year from keep_until)::int as year from tax_profile where uid = ${person.party}`.execute(
      app.db,
    )
    expect(forms.rows).toEqual([{ year: person.paidYear + 5 }])
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => person.traces.some((trace) => line.toLowerCase().includes(trace)))).toEqual(
      [],
    )
    expect(filesWith(app.config.dataDir, person.traces)).toEqual([])
    expect((await reconcile(app.db)).clean).toBe(true)
    const { rows } = await sql`
      select from account where party = ${person.party} and (closed_at is null or posted <> 0 or reserved <> 0)`.execute(
      app.db,
    )
    expect(rows).toEqual([])
    expect((await app.server.inject({ url: `/s/${at.code}` })).statusCode).toBe(410)

    const gone = await call(person, 'POST', '/identity/sign-in', {
      email: person.email,
      password: person.password,
    })
    expect(gone.json().code).toBe('invalid_credential')
    const anew = await createMember(app, { email: person.email })
    expect(anew.uid).not.toBe(person.uid)
    expect((await call(anew, 'GET', '/api/v1/wallet')).json().available).toBe(0)
  },
)

test('no column has words about a member of which it is not known what their deletion does to them', async () => {
  expect(await unknownWords()).toEqual([])
})

test('a brand can still refund the sale of a deleted member: the house pays', async () => {
  const person = await createPerson()
  const at = await letEarn(person)
  await leave(person)
  await erase()
  for (const eventId of [at.paid, at.pending]) {
    const { status, body } = await refund(at.key, eventId)
    expect([status, body.reversedCrels, body.earning.state]).toEqual([200, 84, 'reversed'])
  }
  expect((await refund(at.key, at.held)).status).toBe(409)
  const late = await report(at.key, sale(await anyClick(at.code)))
  expect(late.body.status).toBe('rejected')
  await advanceClock('40 days')
  expect(await unlockEarnings(app.db, { log: quiet })).toBe(0)
})

test('an unverified member may leave, and no hash of the address is kept', async () => {
  const member = await createMember(app, { verified: false })
  const before = await retainedAddresses()
  expect((await leave(member)).statusCode).toBe(202)
  await settle()
  await erase()
  expect(await retainedAddresses()).toBe(before)
  expect(await tablesWith([member.uid, member.email])).toEqual([])
})

test('a keyed hash of the address is kept for twelve months', async () => {
  const member = await createMember(app)
  const before = await retainedAddresses()
  await leave(member)
  expect(await retainedAddresses()).toBe(before + 1)
  await app.jobs.run('forget-addresses')
  expect(await retainedAddresses()).toBe(before + 1)
  await shiftClock(app.db, '12 months 1 day')
  await app.jobs.run('forget-addresses')
  expect(await retainedAddresses()).toBe(0)
  await shiftClock(app.db, '-12 months -1 day')
  await settle()
  await erase()
})

test('a token that is still believed makes no new member', async () => {
  const { member } = await joinStage((await createCampaign(app)).id)
  await leave(member)
  await settle()
  await erase()
  const token = { iss: 'crels', sub: member.uid, email: member.email, displayName: null, photoURL: null }
  await expect(provisionMember(app.db, token)).rejects.toMatchObject({ code: 'user_deleted' })
})

/** A click of a link that does not redirect any more. */
async function anyClick(code: string): Promise<string> {
  await app.server.inject({ url: `/s/${code}`, headers: { 'user-agent': 'Mozilla/5.0 Chrome/140' } })
  await app.clicks.flush()
  const { rows } = await sql<{ id: string }>`
    select c.id from click c join link l on l.id = c.link_id where l.code = ${code} order by c.at desc limit 1`.execute(
    app.db,
  )
  return rows[0]!.id
}

async function houseBalances(): Promise<{ crels: number; points: number }> {
  const { rows } = await sql<{ crels: number; points: number }>`
    select sum(posted) filter (where code = 'house.issued' and asset = 'CREL')::bigint as crels,
           sum(posted) filter (where code = 'house.points')::bigint as points from account`.execute(app.db)
  return rows[0]!
}

async function retainedAddresses(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from left_address`.execute(app.db)
  return rows[0]!.count
}

test('the steps have one order, whichever order the modules have; one that is not in it keeps the server from starting', () => {
  const { parts } = app.accountDeletion
  expect(inErasureOrder(parts.toReversed())).toEqual(parts)
  const added = { ...parts[0]!, name: 'added' }
  expect(() => inErasureOrder([...parts, added])).toThrow(/disagree: added$/)
  expect(() => inErasureOrder(parts.slice(1))).toThrow(/disagree: redemptions$/)
})
