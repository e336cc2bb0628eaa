import { expect, it } from 'vitest'
import {
  confirmVerification,
  getPasswordPolicy,
  refresh,
  sendVerification,
  signIn,
  signOut,
  signUp,
} from '#contracts/identity.ts'
import { identityPaths } from './identity-embedded.ts'

it('speaks to the paths of the contract', () => {
  const endpoints = [
    refresh,
    signUp,
    signIn,
    signOut,
    sendVerification,
    confirmVerification,
    getPasswordPolicy,
  ]
  expect(Object.fromEntries(endpoints.map(({ id, path }) => [id, path]))).toEqual(identityPaths)
  expect(endpoints.filter(({ method }) => method !== 'POST')).toEqual([getPasswordPolicy])
})
