import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'

/** The product that `openApp` opened, whose operator is mailed at `supportEmail`. */
export let app: TestApp
/** A member of it. */
export let member: TestMember

export const supportEmail = 'team@crels.example'

/** For each test file that has its product from here: opened before its tests, closed after them. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ supportEmail })
    member = await createMember(app)
  })
  afterAll(() => app.close())
}

/** What is written unless a test says otherwise. */
export const message = 'My payout has not arrived.\n\nIt says paid since Monday.'
let strangers = 0
export const newEmail = () => `stranger-${(strangers += 1)}@example.com`
/** Writes to the operator, as a visitor unless a bearer is given. */
export const write = async (
  payload: object,
  {
    headers = {},
    at = app,
    remoteAddress = '198.51.100.1',
  }: { headers?: object; at?: TestApp; remoteAddress?: string } = {},
) =>
  await at.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: { topic: 'payout', message, ...payload },
    headers: { ...headers },
    remoteAddress,
  })
export const upload = async (payload: Buffer, type = 'image/png', at = app) =>
  await at.server.inject({
    method: 'POST',
    url: '/support-requests/pictures',
    payload,
    headers: { 'content-type': type },
  })
/** A member's own requests. */
export const listed = async ({ headers }: TestMember) =>
  (await app.server.inject({ url: '/api/v1/support-requests', headers })).json().items
export const reply = async (id: string, payload: object, { headers }: TestMember) =>
  await app.server.inject({
    method: 'POST',
    url: `/api/v1/support-requests/${id}/messages`,
    payload: { message: 'And one thing more.', ...payload },
    headers,
  })
export const countRequests = async () =>
  (await sql<{ count: number }>`select count(*) as count from support_request`.execute(app.db)).rows[0]!.count
/** A picture larger than what is kept, with data of its camera. */
export const screenshot = async () =>
  await sharp({ create: { width: 3_000, height: 1_500, channels: 3, background: '#00ff00' } })
    .withExif({ IFD0: { Make: 'Secret Camera' } })
    .jpeg()
    .toBuffer()
