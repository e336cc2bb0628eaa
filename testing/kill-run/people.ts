import { setTimeout as sleep } from 'node:timers/promises'
import type { Enrolment } from '#contracts/enrolments.responses.ts'
import type { SignedIn } from '#contracts/identity.responses.ts'
import { cookieOf } from '../members.ts'
import type { Heard } from './ask.ts'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'

/** A member who is signed in. */
export interface Person {
  email: string
  password: string
  authorization: string
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  path,
  body,
  headers,
})

/** People sign up one after the other, join the campaigns, leave some and come back, sign in again and out. */
export async function comeAndGo(
  load: Load,
  chance: Chance,
  { campaignIds, nextId }: { campaignIds: string[]; nextId(kind: string): string },
): Promise<void> {
  const client = new Client(load)
  while (!load.ending.aborted) {
    const person = await becomeMember(client, nextId('person'))
    for (const campaignId of campaignIds) {
      await join(client, person, campaignId, nextId('join'))
      if (chance.happens(0.3)) await leave(client, person, campaignId)
      if (chance.happens(0.3)) await join(client, person, campaignId, nextId('join'))
    }
    const cookie = await signIn(client, person)
    if (chance.happens(0.4)) await signOut(client, cookie)
    await sleep(50)
  }
  client.close()
}

/** Signs up and verifies the address by the mailed code, however often it is interrupted. */
export async function becomeMember(client: Client, name: string): Promise<Person> {
  const email = `${name}@kill-run.example`
  const account = { email, password: `the password of ${name}` }
  const signUp = post('/identity/sign-up', { ...account, displayName: name })
  const { heard, repeated } = await client.insist(signUp)
  // The answer of the first try was lost, the account is there.
  const signedUp = heard.status === 409 && repeated
  if (heard.status !== 201 && !signedUp) throw unexpected(signUp, heard)
  const opened = signedUp ? await client.expect([200], post('/identity/sign-in', account)) : heard
  const { journal } = client.load
  journal.accounts.set(email, account.password)
  const cookie = cookieOf(opened.headers['set-cookie'])
  await verify(client, email, cookie, bearerOf(opened))
  const refreshed = await client.expect([200], post('/identity/refresh', {}, { cookie }))
  journal.sessions.set(cookieOf(refreshed.headers['set-cookie'] ?? cookie), true)
  return { ...account, authorization: bearerOf(refreshed) }
}

/** A sign-up that was killed before its mail asks for another. */
async function verify(client: Client, email: string, cookie: string, authorization: string): Promise<void> {
  for (;;) {
    const mailbox = await client.expect([200], { path: `/dev/mail.json?to=${encodeURIComponent(email)}` })
    const [mail] = JSON.parse(mailbox.body) as { code: string }[]
    if (mail) {
      const confirm = post('/identity/verification/confirm', { code: mail.code }, { cookie })
      const { heard, repeated } = await client.insist(confirm)
      // The first try verified it; the code is spent.
      if (heard.status !== 200 && !repeated) throw unexpected(confirm, heard)
      return
    }
    await client.expect([202, 429], post('/identity/verification/send', {}, { authorization }))
  }
}

/** Joins a campaign, under a key that makes repetitions one; answers the tracking link's code. */
export async function join(
  client: Client,
  { authorization }: Person,
  campaignId: string,
  key: string,
): Promise<string> {
  const path = `/api/v1/campaigns/${campaignId}/enrolment`
  const heard = await client.expect([200, 201], post(path, {}, { authorization, 'idempotency-key': key }))
  const { id, link } = JSON.parse(heard.body) as Enrolment
  client.load.journal.enrolments.set(id, true)
  return link!.code
}

async function leave(client: Client, { authorization }: Person, campaignId: string): Promise<void> {
  const path = `/api/v1/campaigns/${campaignId}/enrolment`
  const question = { method: 'DELETE' as const, path, headers: { authorization } }
  const { heard, repeated } = await client.insist(question)
  if (heard.status === 200)
    client.load.journal.enrolments.set((JSON.parse(heard.body) as Enrolment).id, false)
  // The first try did it and its answer was lost: who is not in cannot leave.
  else if (repeated && heard.body.includes('not_enrolled')) await noteLeft(client, authorization, campaignId)
  else throw unexpected(question, heard)
}

async function noteLeft(client: Client, authorization: string, campaignId: string): Promise<void> {
  const list = await client.expect([200], { path: '/api/v1/enrolments?limit=50', headers: { authorization } })
  const { items } = JSON.parse(list.body) as { items: Enrolment[] }
  const left = items.find(({ campaign }) => campaign.id === campaignId)
  if (left) client.load.journal.enrolments.set(left.id, false)
}

async function signIn(client: Client, { email, password }: Person): Promise<string> {
  const heard = await client.expect([200], post('/identity/sign-in', { email, password }))
  const cookie = cookieOf(heard.headers['set-cookie'])
  client.load.journal.sessions.set(cookie, true)
  return cookie
}

async function signOut(client: Client, cookie: string): Promise<void> {
  await client.expect([204], post('/identity/sign-out', {}, { cookie }))
  client.load.journal.sessions.set(cookie, false)
}

function bearerOf({ body }: Heard): string {
  return `Bearer ${(JSON.parse(body) as SignedIn).accessToken}`
}
