import { expect, test } from 'vitest'
import { isOwnAccount } from './own-account.ts'

const ada = { uid: 'usr_1', email: 'Ada@example.com', shortId: 'ABCDEFGH', operatorEmails: [] }

test.each(['usr_1', 'ADA@example.com', ' abcdefgh ', 'ada+1@example.com', 'ADA+crels+2@Example.com'])(
  '%s is Ada',
  (name) => {
    expect(isOwnAccount([name], ada)).toBe(true)
    expect(isOwnAccount(['olga', name], ada)).toBe(true)
  },
)

test.each(['olga', 'a.da@example.com', 'ada@example.org', '', '@', 'ada'])('“%s” is another', (name) => {
  expect(isOwnAccount([name], ada)).toBe(false)
  expect(isOwnAccount([name], { uid: '', email: '', shortId: '', operatorEmails: [] })).toBe(false)
})

test('the account’s own address may have the plus sign, and Gmail’s dots do not count', () => {
  expect(isOwnAccount(['ada@example.com'], { ...ada, email: 'ada+1@example.com' })).toBe(true)
  expect(isOwnAccount(['a.da@gmail.com'], { ...ada, email: 'ada+x@googlemail.com' })).toBe(true)
})

test('an account that was an operator’s stays theirs under another address', () => {
  const moved = {
    ...ada,
    email: 'private@example.net',
    operatorEmails: ['Olga+crels@example.com', 'max@example.com'],
  }
  for (const name of ['olga@example.com', 'MAX@example.com', 'private@example.net'])
    expect(isOwnAccount([name], moved)).toBe(true)
  expect(isOwnAccount(['ada@example.com', 'olga'], moved)).toBe(false)
})
