import { vi } from 'vitest'
import type { App } from '../server/app.ts'
import type { SignedIn } from '../contracts/identity.schemas.ts'
import { newId } from '../server/platform/ids.ts'
import { askServer } from './ask-server.ts'

/** A member as a test uses them: signed up through the real routes, verified by the code of the real mail. */
export interface TestMember {
  uid: string
  email: string
  password: string
  accessToken: string
  /** The session's cookie, as a browser would send it back. */
  cookie: string
  /** For calls that need a bearer. */
  headers: { authorization: string }
}

export interface NewMember {
  verified?: boolean
  /** Fields for `PATCH /users/{uid}`; needs a verified member. */
  profile?: Record<string, unknown>
  email?: string
  password?: string
  displayName?: string
}

/** Makes a member; verified by default. Throws with the answer when a step fails. */
export async function createMember(app: Pick<App, 'server'>, options: NewMember = {}): Promise<TestMember> {
  const { verified = true, profile, password = 'correct horse', displayName = 'Test Member' } = options
  const email = options.email ?? `${newId('member')}@example.com`
  const signUp = await call(app, '/identity/sign-up', { email, password, displayName })
  const cookie = cookieOf(signUp.headers['set-cookie'])
  let signedIn = signUp.json() as SignedIn
  if (verified) {
    const code = await mailedCode(app, email)
    signedIn = (await call(app, '/identity/verification/confirm', { code }, { cookie })).json()
  }
  const headers = { authorization: `Bearer ${signedIn.accessToken}` }
  const { uid } = signedIn.user
  if (profile) await call(app, `/api/v1/users/${uid}`, profile, headers, 'PATCH')
  return { uid, email, password, accessToken: signedIn.accessToken, cookie, headers }
}

/** A profile that is complete. */
export const completeProfile = {
  fullName: 'Ada Example',
  displayName: 'Ada',
  birthday: '1990-05-17',
  gender: 'female',
  countryOfResidence: 'DE',
  industries: ['technology'],
  channels: [{ platform: 'youtube', address: 'https://www.youtube.com/@ada' }],
}

/** The code of the newest mail to an address. Throws when there is none. */
export async function mailedCode(app: Pick<App, 'server'>, email: string): Promise<string> {
  const [mail] = await mailsTo(app, email)
  if (!mail?.code) throw new Error(`No code was mailed to ${email}`)
  return mail.code
}

/** Mails to an address, newest first, as `/dev/mail.json` shows them. */
export async function mailsTo(app: Pick<App, 'server'>, email: string): Promise<MailboxMail[]> {
  const response = await app.server.inject({ url: '/dev/mail.json', query: { to: email } })
  return response.json()
}

/** The mails of some members that the notifications that wait become, newest first; one mail that fails fails the test. */
export async function noticesTo(
  app: Pick<App, 'server' | 'jobs'>,
  { email }: Pick<TestMember, 'email'>,
): Promise<MailboxMail[]> {
  await Promise.all([app.jobs.run('send-notifications'), app.jobs.run('send-notifications')])
  return (await mailsTo(app, email)).filter(({ code }) => code === null)
}

/** The newest mail to an address, waited for until there are `count`: where a job sends it. */
export async function awaitMail(
  app: Pick<App, 'server'>,
  email: string,
  count: number,
): Promise<MailboxMail> {
  return await vi.waitFor(
    async () => {
      const mails = await mailsTo(app, email)
      if (mails.length < count) throw new Error(`${mails.length} mails to ${email}, not ${count}`)
      return mails[0]!
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** The token in a mail's first link, or in the first of a mode. */
export function tokenOf({ links }: Pick<MailboxMail, 'links'>, mode?: string): string {
  const queries = links.map((link) => new URL(link).searchParams)
  return queries.find((query) => mode === undefined || query.get('mode') === mode)!.get('token')!
}

export interface MailboxMail {
  to: string
  subject: string
  text: string
  html: string
  sentAt: string
  links: string[]
  code: string | null
}

/** The `name=value` of a Set-Cookie header, to be sent back. */
export function cookieOf(setCookie: string | string[] | undefined): string {
  const [first] = [setCookie ?? []].flat()
  if (!first) throw new Error('No cookie was set')
  return first.split(';')[0]!
}

async function call(
  app: Pick<App, 'server'>,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
  method: 'POST' | 'PATCH' = 'POST',
) {
  const response = await app.server.inject({ method, url, payload, headers })
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`)
  return response
}

/** Makes a member's sign-ins an hour older, so that they no longer count as a recent proof. */
export async function ageSignIns(app: { databaseUrl: string }, { uid }: { uid: string }): Promise<void> {
  await askServer(
    app.databaseUrl,
    `update identity.auth_session set created_at = created_at - interval '1 hour' where user_id = $1`,
    { values: [uid] },
  )
}

/** Lets the two weeks pass in which a former address can take an account back. */
export async function expireRecovery(app: { databaseUrl: string }, { uid }: { uid: string }): Promise<void> {
  await askServer(
    app.databaseUrl,
    `update identity.action_link set expires_at = now() where uid = $1 and purpose = 'recover_email'`,
    { values: [uid] },
  )
}
