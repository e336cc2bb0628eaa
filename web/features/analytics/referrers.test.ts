import { expect, test } from 'vitest'
import { referrerName, siteOf } from './referrers.ts'

test.each([
  ['l.instagram.com', 'Instagram'],
  ['t.co', 'X'],
  ['m.youtube.com', 'YouTube'],
  ['www.google.co.uk', 'Google'],
  ['google.com', 'Google'],
  ['news.google.de', 'Google'],
  ['www.blog.example', 'blog.example'],
  // Ends like a known one, and is another.
  ['notx.com', 'notx.com'],
  ['google.evil.example', 'google.evil.example'],
  ['localhost', 'localhost'],
])('%s is %s', (host, name) => {
  expect(referrerName(host)).toBe(name)
})

test('an unknown host has no site', () => {
  expect(siteOf('instagram.com.evil.example')).toBeNull()
})
