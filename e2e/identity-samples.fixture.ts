import pg from 'pg'
import type { EndpointId } from '#contracts/endpoints.ts'
import type { SessionList } from '#contracts/sessions.schemas.ts'
import { newId } from '#server/platform/ids.ts'
import { awaitMail, createMember, mailedCode, mailsTo, tokenOf, type TestMember } from '#testing/members.ts'
import { createPasskey, TestPasskey } from '#testing/passkeys.ts'
import { addAuthenticator, codeOf } from '#testing/second-factors.ts'
import type { EndpointStage, MakeSamples } from './endpoint-stage.fixture.ts'

/** Successful requests of the identity provider's endpoints; members of their own wherever a session would end. */
export const identitySamples = {
  signUp: () => [
    {
      status: 201,
      payload: { email: newAddress(), password: 'correct horse', displayName: 'New' },
    },
  ],
  signIn: ({ stranger: { email, password } }) => [{ status: 200, payload: { email, password } }],
  refresh: ({ owner: { cookie } }) => [{ status: 200 }, { status: 200, headers: { cookie } }],
  signOut: async ({ app }) => {
    const [one, two] = [await createMember(app), await createMember(app)]
    return [
      { status: 204, headers: { cookie: one.cookie } },
      { status: 204, headers: { cookie: two.cookie }, payload: { everywhere: true } },
      { status: 204 },
    ]
  },
  sendVerification: async (stage) => {
    const { headers } = await unverifiedFor(stage, '2 minutes')
    return [{ status: 202, headers }]
  },
  confirmVerification: async (stage) => {
    const [here, elsewhere] = [await unverifiedFor(stage), await unverifiedFor(stage)]
    const [mail] = await mailsTo(stage.app, elsewhere.email)
    const token = tokenOf(mail!)
    const code = await mailedCode(stage.app, here.email)
    return [
      { status: 200, payload: { code }, headers: { cookie: here.cookie } },
      { status: 200, payload: { token, password: elsewhere.password } },
    ]
  },
  disownAccount: async ({ app }) => {
    const { email } = await createMember(app, { verified: false })
    return [{ status: 204, payload: { token: tokenOf((await mailsTo(app, email))[0]!, 'not-me') } }]
  },
  getPasswordPolicy: () => [{ status: 200 }],
  getIdentityUser: () => [{ status: 200 }],
  patchIdentityProfile: () => [{ status: 200, payload: { displayName: 'Ada' } }],

  sendReset: ({ stranger: { email } }) => [
    { status: 202, payload: { email } },
    { status: 202, payload: { email: 'nobody@example.com' } },
  ],
  confirmReset: async (stage) => {
    const [byLink, byCode] = [await resetting(stage), await resetting(stage)]
    return [
      { status: 200, payload: { token: tokenOf(byLink.mail), password: 'a new horse' } },
      { status: 200, payload: { email: byCode.email, code: byCode.mail.code, password: 'a new horse' } },
    ]
  },
  reauthenticate: ({ owner: { password } }) => [{ status: 204, payload: { password } }],
  sendSignInLink: ({ stranger: { email } }) => [{ status: 202, payload: { email, redirect: '/points' } }],
  confirmSignInLink: async (stage) => {
    const { email, mail } = await mailed(stage, '/identity/link/send')
    return [{ status: 200, payload: { token: tokenOf(mail), email } }]
  },
  changeEmail: async ({ app }) => {
    const { headers } = await createMember(app)
    const unverified = await createMember(app, { verified: false })
    return [
      { status: 200, payload: { email: newAddress() }, headers },
      { status: 200, payload: { email: newAddress() }, headers: unverified.headers },
    ]
  },
  recoverEmail: async ({ app }) => {
    const { email, headers, cookie } = await createMember(app)
    const next = newAddress()
    const post = async (url: string, payload: object) =>
      await app.server.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } })
    await post('/identity/email/change', { email: next })
    await post('/identity/verification/confirm', { token: tokenOf((await mailsTo(app, next))[0]!) })
    return [{ status: 200, payload: { token: tokenOf((await mailsTo(app, email))[0]!) } }]
  },

  getSecondFactors: () => [{ status: 200 }],
  startAuthenticator: async ({ app }) => {
    const { headers } = await createMember(app)
    return [{ status: 200, headers }]
  },
  confirmAuthenticator: async ({ app }) => {
    const { headers } = await createMember(app)
    const begun = await app.server.inject({ method: 'POST', url: '/identity/authenticator', headers })
    return [{ status: 200, payload: { code: codeOf(begun.json()) }, headers }]
  },
  removeAuthenticator: () => [{ status: 204 }],
  getWaysIn: () => [{ status: 200 }],
  removeWaysIn: async ({ app }) => [{ status: 200, headers: (await createMember(app)).headers }],
  makeRecoveryCodes: async (stage) => {
    const { headers, proof } = await withAuthenticator(stage)
    const url = '/identity/second-factors/proof'
    await stage.app.server.inject({ method: 'POST', url, payload: proof, headers })
    return [{ status: 200, headers }]
  },
  proveSecondFactor: async (stage) => {
    const { headers, proof } = await withAuthenticator(stage)
    return [{ status: 204, payload: proof, headers }]
  },
  getSecondStep: async (stage) => [
    { status: 200 },
    { status: 200, headers: { cookie: (await halfSignedIn(stage)).cookie } },
  ],
  confirmSecondStep: async (stage) => {
    const { cookie, proof } = await halfSignedIn(stage)
    return [{ status: 200, payload: proof, headers: { cookie } }]
  },

  startPasskey: async ({ app }) => {
    const { headers } = await createMember(app)
    return [{ status: 200, headers }]
  },
  addPasskey: async ({ app }) => {
    const { headers } = await createMember(app)
    const begun = await app.server.inject({ method: 'POST', url: '/identity/passkey-options', headers })
    const passkey = new TestPasskey(app.config.publicOrigin).create(begun.json())
    return [{ status: 201, payload: { passkey }, headers }]
  },
  renamePasskey: async (stage) => {
    const { id, headers } = await withPasskey(stage)
    return [{ status: 204, params: { id }, payload: { name: 'My phone' }, headers }]
  },
  removePasskey: async (stage) => {
    const { id, headers, passkey } = await withPasskey(stage)
    const post = async (url: string, payload: object = {}) =>
      await stage.app.server.inject({ method: 'POST', url, payload, headers })
    const asked = (await post('/identity/second-factors/passkey')).json()
    await post('/identity/second-factors/proof', { passkey: passkey.get(asked) })
    return [{ status: 204, params: { id }, headers }]
  },
  startPasskeyProof: async (stage) => {
    const { headers } = await withPasskey(stage)
    return [{ status: 200, headers }]
  },
  startPasskeyStep: async (stage) => {
    const { cookie } = await halfSignedIn(stage)
    return [{ status: 200, headers: { cookie } }]
  },
  startPasskeySignIn: () => [{ status: 200 }],
  signInByPasskey: async (stage) => {
    const { passkey } = await withPasskey(stage)
    const url = '/identity/passkey-sign-in/options'
    const asked = await stage.app.server.inject({ method: 'POST', url })
    return [{ status: 200, payload: { passkey: passkey.get(asked.json()) } }]
  },

  listSocialProviders: () => [{ status: 200 }],
  unlinkSocialProvider: () => [{ status: 204, params: { id: 'google' } }],

  getAccountSecurity: () => [{ status: 200 }],
  listSessions: () => [{ status: 200 }],
  endSession: async ({ app, owner: { email, password, headers } }) => {
    const url = '/identity/sign-in'
    await app.server.inject({ method: 'POST', url, payload: { email, password } })
    const { items } = (await app.server.inject({ url: '/identity/sessions', headers })).json() as SessionList
    return [{ status: 204, params: { id: items.find(({ isCurrent }) => !isCurrent)!.id } }]
  },
  endOtherSessions: () => [{ status: 204 }],
  changePassword: async ({ app }) => {
    const { password, headers } = await createMember(app)
    return [{ status: 204, payload: { current: password, next: 'a new horse' }, headers }]
  },
} satisfies Partial<Record<EndpointId, MakeSamples>>

const resetting = async (stage: EndpointStage) => await mailed(stage, '/identity/reset/send')

/** A new member who asked for a mail, and the mail. */
async function mailed({ app }: EndpointStage, url: string) {
  const { email } = await createMember(app)
  await app.server.inject({ method: 'POST', url, payload: { email } })
  return { email, mail: await awaitMail(app, email, 2) }
}

/** A member with an authenticator app, and a code that proves it. */
async function withAuthenticator({ app }: EndpointStage) {
  const member = await createMember(app)
  const { recoveryCodes } = await addAuthenticator(app, member)
  return { ...member, proof: { recoveryCode: recoveryCodes[0]! } }
}

/** A member with a passkey. */
async function withPasskey({ app }: EndpointStage) {
  const member = await createMember(app)
  return { ...member, ...(await createPasskey(app, member)) }
}

/** The cookie of a sign-in that waits for its second step. */
async function halfSignedIn(stage: EndpointStage) {
  const { email, password, proof } = await withAuthenticator(stage)
  const url = '/identity/sign-in'
  const begun = await stage.app.server.inject({ method: 'POST', url, payload: { email, password } })
  return { cookie: String(begun.headers['set-cookie']).split(';')[0]!, proof }
}

function newAddress(): string {
  return `${newId('member')}@example.com`
}

/** A member to be verified, whose mail was sent a while ago. */
async function unverifiedFor({ app }: EndpointStage, ago?: string): Promise<TestMember> {
  const member = await createMember(app, { verified: false })
  if (ago === undefined) return member
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(`update identity.action_code set sent_at = sent_at - interval '${ago}' where uid = $1`, [
    member.uid,
  ])
  await owner.end()
  return member
}
