import { expect, test } from 'vitest'
import { normalEmail } from './normal-email.ts'

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada+crels@example.com ', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.d.a+x@GoogleMail.com', 'ada@gmail.com'],
  ['+list@example.com', '+list@example.com'],
  ['"odd@name"@example.com', '"odd@name"@example.com'],
])('%s is %s', (given, normal) => {
  expect(normalEmail(given)).toBe(normal)
  expect(normalEmail(normal)).toBe(normal)
})
