import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { newId } from '#server/platform/ids.ts'
import { newParty } from '#server/modules/ledger/public.ts'

/** The product that `openApp` opened, and a member who may join anything. */
export let app: TestApp
export let ada: TestMember

/** For each test file that has its product from here: opened before its tests, closed after them. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
    ada = await createMember(app, { profile: completeProfile })
  })
  afterAll(() => app.close())
}

/** A member asks to join. */
export async function join(
  campaignId: string,
  body?: object,
  member: TestMember = ada,
  headers: object = {},
) {
  return await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: { ...member.headers, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
}

/** A member leaves. */
export async function leave(campaignId: string, member: TestMember = ada) {
  return await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: member.headers,
  })
}

/** Someone who joins without signing up, for races of many. */
export function someone() {
  return { uid: newId('member'), party: newParty(), emailVerified: true }
}

/** A member's name in the ledger. */
export async function partyOf({ uid }: TestMember): Promise<string> {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(app.db)
  return rows[0]!.party
}
