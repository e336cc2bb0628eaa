import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockHost, linkByCode, unblockHost } from '#server/modules/shortlinks/public.ts'
import { app, joined, make, openApp, origin } from '#server/modules/shortlinks/shortlinks.fixture.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { visit } from '#testing/visits.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'

openApp()

const leave = async ({ uid, headers, email }: TestMember) => {
  const url = `/api/v1/users/${uid}`
  const answer = await app.server.inject({ method: 'DELETE', url, headers, payload: { confirmation: email } })
  expect(answer.statusCode, answer.body).toBe(202)
}
const act = async (who: TestOperator, path: string, payload: object = {}) => {
  const { status, body } = await callOperator(app, who, { method: 'POST', path, payload })
  expect(status, JSON.stringify(body)).toBe(200)
}
/** A link that its owner's leaving turned off, that was banned then, and whose owner is in the campaign again. */
async function rejoined(who: TestMember): Promise<string> {
  const { id, link } = await joined(who)
  const url = `/api/v1/campaigns/${id}/enrolment`
  await app.server.inject({ method: 'DELETE', url, headers: who.headers })
  const code = link.code as string
  await act(await operatorBearer(app, 'manager', 'sam@crels.example'), `/links/${code}/ban`)
  const answer = await app.server.inject({ method: 'POST', url, headers: who.headers })
  expect(answer.statusCode, answer.body).toBe(201)
  return code
}
/** What a link answers once every process has heard of what it is. */
const answered = async (code: string, status: number) => {
  await expect.poll(async () => (await visit(origin, `/s/${code}`)).status).toBe(status)
}
const reportOf = async (codes: string[]): Promise<string> => {
  const message = `${codes.map((code) => `/s/${code}`).join(' and ')} are rude.`
  const payload = { topic: 'abuse', message, references: [], email: 'eve@example.com' }
  const answer = await app.server.inject({ method: 'POST', url: '/support-requests', payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as string
}

test('a link that is given back after its owner left stays off, also once they are erased', async () => {
  const sam = await operatorBearer(app, 'manager', 'sam@crels.example')
  const leaver = await createMember(app, { profile: completeProfile })
  const own = async () => (await make({}, leaver)).code as string
  const [single, later, removed] = [await own(), await own(), await own()]
  const reported = [await own(), await own()]
  const { link } = await joined(leaver)
  const back = await rejoined(leaver)
  const stays = (await make()).code as string
  const hosted = (await make({ destinationUrl: 'https://leaver.example/' }, leaver)).code as string
  const request = await reportOf(reported)
  for (const code of [single, later, removed, link.code, stays]) await act(sam, `/links/${code}/ban`)
  const asked = await callOperator(app, sam, { path: `/support-requests/${request}` })
  const seen = asked.body.lastMessage.id as string
  await act(sam, `/support-requests/${request}/links/ban`, { codes: reported, seen })
  await app.db
    .transaction()
    .execute(async (tx) => await blockHost(tx, testActor, { host: 'leaver.example', reason: 'spam' }))

  await leave(leaver)
  for (const code of [single, link.code, back, stays]) await act(sam, `/links/${code}/unban`)
  await act(sam, `/support-requests/${request}/links/unban`, { codes: reported })
  await app.db
    .transaction()
    .execute(async (tx) => await unblockHost(tx, testActor, { host: 'leaver.example' }))
  // Another member's is given back as it was.
  await answered(stays, 302)
  for (const code of [single, link.code, back, ...reported, hosted]) {
    expect((await linkByCode(app.db, code))!.state, code).toBe('disabled')
    await answered(code, 410)
  }

  await eraseMembers(app.accountDeletion)
  expect((await linkByCode(app.db, later))!.destinationUrl).toBe('https://deleted.invalid/')
  await act(sam, `/links/${later}/unban`)
  // As a version before left it.
  await sql`update link set banned_from = 'active' where code = ${removed}`.execute(app.db)
  await act(sam, `/links/${removed}/unban`)
  for (const code of [later, removed]) {
    expect((await linkByCode(app.db, code))!.state, code).toBe('disabled')
    await answered(code, 410)
  }
})
