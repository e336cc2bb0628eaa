import { expect, it } from 'vitest'
import * as contract from '#contracts/identity.ts'
import { identityPaths } from './identity-embedded.ts'

it('speaks to the paths of the contract', () => {
  const methods: Record<string, string> = {}
  for (const [id, path] of Object.entries(identityPaths)) {
    const endpoint = contract[id as keyof typeof identityPaths]
    expect(endpoint.path, id).toBe(path)
    methods[id] = endpoint.method
  }
  expect(methods).toEqual({
    refresh: 'POST',
    signUp: 'POST',
    signIn: 'POST',
    signOut: 'POST',
    sendVerification: 'POST',
    confirmVerification: 'POST',
    getPasswordPolicy: 'GET',
  })
})
