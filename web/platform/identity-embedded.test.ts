import { afterEach, expect, it, vi } from 'vitest'
import {
  confirmVerification,
  getPasswordPolicy,
  refresh,
  sendVerification,
  signIn,
  signOut,
  signUp,
} from '#contracts/identity.endpoints.ts'
import { NetworkFailure } from './api-problem.ts'
import { embeddedIdentity } from './identity-embedded.ts'

const user = { uid: 'usr_1', email: 'a@b.example', emailVerified: true, displayName: null, photoURL: null }
const whole = { user, accessToken: 't', expiresInSec: 3600 }

afterEach(() => vi.unstubAllGlobals())

const answering = (answer: unknown) =>
  vi.stubGlobal('fetch', async () => Response.json(answer as object, { status: 200 }))

it('asks the endpoints of the contract', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`)
    return Response.json(whole)
  })
  const { signal } = new AbortController()
  const typed = { email: 'a@b.example', password: 'p' }
  await embeddedIdentity.refresh(signal)
  await embeddedIdentity.signUp(typed)
  await embeddedIdentity.signIn(typed)
  await embeddedIdentity.signOut({ everywhere: false })
  await embeddedIdentity.sendVerification('t')
  await embeddedIdentity.confirmVerification({ code: '123456' })
  await embeddedIdentity.passwordPolicy(signal)
  const endpoints = [
    refresh,
    signUp,
    signIn,
    signOut,
    sendVerification,
    confirmVerification,
    getPasswordPolicy,
  ]
  expect(asked).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`))
})

it('takes a whole session, or that there is none', async () => {
  answering(whole)
  expect(await embeddedIdentity.refresh(new AbortController().signal)).toEqual(whole)
  answering({ user: null })
  expect(await embeddedIdentity.refresh(new AbortController().signal)).toBeNull()
})

it.each([
  ['no user', { ...whole, user: undefined }],
  ['a user without a uid', { ...whole, user: { ...user, uid: undefined } }],
  ['a user that is text', { ...whole, user: 'ada' }],
  ['no word on the address', { ...whole, user: { ...user, emailVerified: 'yes' } }],
  ['no token', { ...whole, accessToken: undefined }],
  ['a lifetime that is text', { ...whole, expiresInSec: '3600' }],
  ['nothing', null],
  ['a list', []],
])('rejects an answer with %s', async (_, answer) => {
  answering(answer)
  await expect(embeddedIdentity.refresh(new AbortController().signal)).rejects.toThrow(NetworkFailure)
  await expect(embeddedIdentity.signIn({ email: '', password: '' })).rejects.toThrow(NetworkFailure)
})
