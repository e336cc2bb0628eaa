import { expect, test } from 'vitest'
import { inboxLink } from './inbox-link.ts'

test('a known provider has its inbox, whatever the case of the address', () => {
  expect(inboxLink('Ola@GMail.com')).toEqual({ name: 'Gmail', url: 'https://mail.google.com/' })
  expect(inboxLink('ola@pm.me')?.name).toBe('Proton Mail')
})

test('a domain that only ends or begins like a known one has no link', () => {
  expect(inboxLink('ola@notgmail.com')).toBeNull()
  expect(inboxLink('ola@gmail.com.evil.example')).toBeNull()
  expect(inboxLink('"gmail.com@"@example.com')).toBeNull()
})
