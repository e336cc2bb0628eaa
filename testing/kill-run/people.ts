import { setTimeout as sleep } from 'node:timers/promises'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import type { SignedIn } from '#contracts/identity.schemas.ts'
import { cookieOf } from '../members.ts'
import type { Heard, Question } from './ask.ts'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'

/** A member who is signed in. */
export interface Person {
  uid: string
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
  {
    campaignIds,
    nextId,
    met,
  }: { campaignIds: string[]; nextId(kind: string): string; met(one: Person): void },
): Promise<void> {
  const [client, beside] = [new Client(load), new Client(load)]
  while (!load.ending.aborted) {
    const person = await becomeMember(client, nextId('person'))
    met(person)
    for (const campaignId of campaignIds) {
      // From two devices at once, as it were.
      const racing = chance.happens(0.3) ? [client, beside] : [client]
      const codes = await Promise.all(
        racing.map(async (each) => await join(each, person, campaignId, nextId('join'))),
      )
      if (new Set(codes).size > 1) load.journal.surprises.push(`Joining gave two links: ${codes.join(', ')}`)
      if (chance.happens(0.3)) await leave(client, person, campaignId)
      if (chance.happens(0.3)) await join(client, person, campaignId, nextId('join'))
    }
    const cookie = await signIn(client, person)
    if (chance.happens(0.4)) await signOut(client, cookie)
    await sleep(50)
  }
  client.close()
  beside.close()
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
  return { ...account, uid: signedIn(refreshed).user.uid, authorization: bearerOf(refreshed) }
}

/** Asks as a member until there is an answer, signing in again where a long run has outlived the token. */
export async function askAs(client: Client, person: Person, question: Question): Promise<Heard> {
  const { authorization, email, password } = person
  const { heard } = await client.insist({ ...question, headers: { ...question.headers, authorization } })
  if (heard.status !== 401) return heard
  person.authorization = bearerOf(await client.expect([200], post('/identity/sign-in', { email, password })))
  return await askAs(client, person, question)
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
  { uid, authorization }: Person,
  campaignId: string,
  key: string,
): Promise<string> {
  const underWay = `${uid} ${campaignId} ${key}`
  client.load.journal.underWay.add(underWay)
  const path = `/api/v1/campaigns/${campaignId}/enrolment`
  const heard = await client.expect([200, 201], post(path, {}, { authorization, 'idempotency-key': key }))
  const { id, link } = JSON.parse(heard.body) as Enrolment
  client.load.journal.enrolments.set(id, true)
  client.load.journal.underWay.delete(underWay)
  return link!.code
}

async function leave(client: Client, { uid, authorization }: Person, campaignId: string): Promise<void> {
  const underWay = `${uid} ${campaignId} leave`
  client.load.journal.underWay.add(underWay)
  const path = `/api/v1/campaigns/${campaignId}/enrolment`
  const question = { method: 'DELETE' as const, path, headers: { authorization } }
  const { heard, repeated } = await client.insist(question)
  if (heard.status === 200)
    client.load.journal.enrolments.set((JSON.parse(heard.body) as Enrolment).id, false)
  // The first try did it and its answer was lost: who is not in cannot leave.
  else if (repeated && heard.body.includes('not_enrolled'))
    await recordLeft(client, authorization, campaignId)
  else throw unexpected(question, heard)
  client.load.journal.underWay.delete(underWay)
}

async function recordLeft(client: Client, authorization: string, campaignId: string): Promise<void> {
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

function bearerOf(heard: Heard): string {
  return `Bearer ${signedIn(heard).accessToken}`
}

function signedIn({ body }: Heard): SignedIn {
  return JSON.parse(body) as SignedIn
}
