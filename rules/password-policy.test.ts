import { expect, test } from 'vitest'
import { DEFAULT_PASSWORD_RULES, failedPasswordRules, passwordChecklist } from './password-policy.ts'

const strict = {
  minLength: 8,
  maxLength: 10,
  requireLowercase: true,
  requireUppercase: true,
  requireDigit: true,
  requireSymbol: true,
  minScore: 0,
  refuseBreached: true,
}

test('the default asks for six characters and nothing else', () => {
  expect(passwordChecklist(DEFAULT_PASSWORD_RULES)).toEqual(['minLength'])
  expect(failedPasswordRules('12345', DEFAULT_PASSWORD_RULES)).toEqual(['minLength'])
  expect(failedPasswordRules('123456', DEFAULT_PASSWORD_RULES)).toEqual([])
})

test.each([
  ['Aa1!Aa1!', []],
  ['', ['minLength', 'requireLowercase', 'requireUppercase', 'requireDigit', 'requireSymbol']],
  ['aaaaaaaa', ['requireUppercase', 'requireDigit', 'requireSymbol']],
  ['AAAA1111', ['requireLowercase', 'requireSymbol']],
  ['Aa1!Aa1!Aa1!', ['maxLength']],
  ['Ää1! Ää1', []],
  ['Aa1 Aa1 ', ['requireSymbol']],
])('%j fails %j of the strictest policy', (password, rules) => {
  expect(failedPasswordRules(password, strict)).toEqual(rules)
})

test('counts characters, not code units', () => {
  expect(failedPasswordRules('😀😀😀', DEFAULT_PASSWORD_RULES)).toEqual(['minLength'])
  expect(failedPasswordRules('😀😀😀😀😀😀', DEFAULT_PASSWORD_RULES)).toEqual([])
})
