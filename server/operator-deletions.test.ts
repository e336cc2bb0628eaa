import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatedDeletionPage } from '#contracts/operator-deletions.schemas.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { asOwner, erase, leave, settle } from './account-deletion.fixture.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import { app, openApp } from './modules/conversions/conversions.fixture.ts'

openApp()

let sam: TestOperator
let mia: TestOperator
beforeAll(async () => {
  sam = await operatorBearer(app, 'support', 'sam@crels.example')
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
})
beforeEach(async () => {
  await settle()
  await erase()
  await erase()
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = sam) {
  return await callOperator(app, who, { method, path: `/deletions${url}`, payload })
}
const listed = async (query = '', operator = sam) =>
  ((await call('GET', `?${query}`, undefined, operator)).body as OperatedDeletionPage).items

/** A member who leaves; answers the party of the deletion. */
async function leaving(): Promise<{ uid: string; party: string }> {
  const member = await createMember(app)
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  const answer = await leave(member)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  const rows = await asOwner<{ party: string }>(`select party from deletion where uid = $1`, [member.uid])
  return { uid: member.uid, party: rows[0]!.party }
}

/** Runs the job where one part fails for one member. */
async function eraseWithout(name: string, uid: string): Promise<unknown> {
  const parts = app.accountDeletion.parts.map((part) =>
    part.name === name
      ? {
          ...part,
          erase: async (member: Parameters<typeof part.erase>[0]) => {
            if (member.uid === uid) throw new Error('the disk is full')
            await part.erase(member)
          },
        }
      : part,
  )
  return await eraseMembers({ ...app.accountDeletion, parts }).then(
    () => null,
    (error: unknown) => error,
  )
}

test('shows which step fails for whom, and that it holds up no other; the next run goes on', async () => {
  const first = await leaving()
  const second = await leaving()
  // What is over within minutes is nothing for an operator.
  expect(await listed()).toEqual([])
  expect((await listed('show=all')).map(({ id, why }) => [id, why])).toEqual([
    [second.party, 'erasing'],
    [first.party, 'erasing'],
  ])
  expect((await call('GET', `/${first.party}`)).body).toMatchObject({ id: first.party, why: 'erasing' })
  expect((await call('GET', `/pty_${'0'.repeat(32)}`)).status).toBe(404)
  expect(await eraseWithout('shop', first.uid)).toMatchObject({ message: 'the disk is full' })
  const stuck = await listed()
  expect(stuck).toMatchObject([
    { id: first.party, why: 'failing', failedStep: 'shop', lastStep: 'tax', assignee: null },
  ])
  expect(JSON.stringify(stuck)).not.toContain(first.uid)
  expect((await listed('show=all')).find(({ id }) => id === second.party)).toMatchObject({ why: 'settling' })
  const home = await app.server.inject({ url: '/api/v1/operator/home', headers: sam.headers })
  expect(home.json().queues).toContainEqual(
    expect.objectContaining({ queue: 'deletions', count: 1, limitHours: 2 }),
  )

  expect(await call('POST', `/${first.party}/retry`, {})).toMatchObject({
    status: 200,
    body: { id: first.party },
  })
  const acts = await sql<{ target: string; before: object }>`
    select target, before from audit_entry where action = 'deletion.retry'`.execute(app.db)
  expect(acts.rows).toEqual([{ target: first.party, before: { failedStep: 'shop' } }])
  await erase()
  expect(await listed()).toEqual([])
  await settle()
  await erase()
  await erase()
  expect(await listed('show=all')).toEqual([])
  expect((await call('POST', `/${first.party}/retry`, {})).body).toMatchObject({
    code: 'not_found',
    detail: 'This deletion has come to its end.',
  })
})

test('the next page follows one whose last deletion is over', async () => {
  const first = await leaving()
  const second = await leaving()
  const pageOf = async (query: string) =>
    (await call('GET', `?show=all&${query}`)).body as OperatedDeletionPage
  const { items, nextCursor } = await pageOf('limit=1')
  expect(items.map(({ id }) => id)).toEqual([second.party])
  await asOwner('delete from deletion where party = $1', [second.party])
  expect((await pageOf(`limit=1&cursor=${nextCursor}`)).items.map(({ id }) => id)).toEqual([first.party])
})

test('a step that fails when all is looked through once more is shown too', async () => {
  const { uid, party } = await leaving()
  await erase()
  await settle()
  expect(await eraseWithout('support', uid)).toMatchObject({ message: 'the disk is full' })
  expect(await listed()).toMatchObject([{ id: party, why: 'failing', failedStep: 'support' }])
})

test('one of two operators takes a deletion; the other reads who, and takes it over', async () => {
  const { uid, party } = await leaving()
  await eraseWithout('shop', uid)
  const both = await Promise.all(
    [sam, mia].map(async (operator) => call('POST', `/${party}/take`, { from: null }, operator)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [taker, other] = both[0]!.status === 200 ? [sam, mia] : [mia, sam]
  expect((await listed('show=mine', taker)).map(({ id }) => id)).toEqual([party])
  expect((await call('POST', `/${party}/retry`, {}, other)).body.detail).toMatch(/works on this/)
  expect((await call('POST', `/${party}/take`, { from: taker!.operatorId }, other)).status).toBe(200)
  expect((await call('POST', `/${party}/retry`, {}, other)).status).toBe(200)
  expect((await call('POST', `/${party}/give-back`, {}, other)).body.assignee).toBeNull()
})

test('who only reads sees them, and does nothing', async () => {
  const { uid, party } = await leaving()
  await eraseWithout('shop', uid)
  const reader = await operatorBearer(app, 'read-only')
  expect((await listed('', reader)).map(({ id }) => id)).toEqual([party])
  for (const [act, body] of [
    ['take', { from: null }],
    ['give-back', {}],
    ['retry', {}],
  ] as const)
    expect((await call('POST', `/${party}/${act}`, body, reader)).status, act).toBe(403)
  expect((await call('POST', '/pty_x/retry', {})).status).toBe(404)
})
