import { expect, test } from 'vitest'
import { composeMail } from './compose-mail.ts'
import { codeOf, linksOf } from './mail-text.ts'

const mail = composeMail({
  to: 'ada@example.com',
  subject: 'Hello <you> & "co"',
  lines: ['A line with <b>markup</b>.'],
  code: { label: 'Your code', value: '012345' },
  action: { label: 'Go', url: 'https://crels.example/a?token=x&y="z"' },
  notes: ['Until tomorrow.'],
})

test('says the same in plain text and in HTML', () => {
  for (const part of ['012345', 'Your code', 'Go', 'Until tomorrow.']) {
    expect(mail.text).toContain(part)
    expect(mail.html).toContain(part)
  }
  expect(codeOf(mail.text)).toBe('012345')
  expect(linksOf('see https://a.example/x?y=1 and https://a.example/x?y=1, or http://b.example')).toEqual([
    'https://a.example/x?y=1',
    'http://b.example',
  ])
})

test('lets no text become markup', () => {
  expect(mail.html).not.toContain('<b>markup')
  expect(mail.html).toContain('Hello &lt;you&gt; &amp; &quot;co&quot;')
  expect(mail.html).toContain('href="https://crels.example/a?token=x&amp;y=&quot;z&quot;"')
})

test('keeps the lines of a paragraph', () => {
  const lines = ['Dear Ada,\nit works & shows.\r\nOlga']
  const item = { title: 'One', text: 'First\nSecond', url: 'https://crels.example/' }
  const { html, text } = composeMail({ to: 'ada@example.com', subject: 'Answer', lines, items: [item] })
  expect(html).toContain('Dear Ada,<br>it works &amp; shows.<br>Olga')
  expect(html).toContain('First<br>Second')
  expect(text).toContain('Dear Ada,\nit works & shows.')
})

test('says which way it is read, also where a program drops `<html>`; codes and addresses keep their order', () => {
  expect(mail.html).toContain('<html lang="en" dir="ltr">')
  expect(mail.html).toContain('<table role="presentation" dir="ltr"')
  expect(mail.html).toMatch(/<p dir="ltr" [^>]+>012345</)
  expect(mail.html).toMatch(/<a dir="ltr" [^>]+>https:/)
})

test('loads nothing and runs nothing', () => {
  expect(mail.html).not.toMatch(/<(script|img|link|iframe)|url\(/i)
})

test('a mail that can be switched off says where, for people and for programs', () => {
  const unsubscribeUrl = 'https://crels.example/unsubscribe?token=a'
  const news = composeMail({ to: 'ada@example.com', subject: 'News', lines: ['Hello'], unsubscribeUrl })
  expect(news.unsubscribeUrl).toBe(unsubscribeUrl)
  expect(linksOf(news.text)).toEqual([unsubscribeUrl])
  expect(news.html).toContain(`href="${unsubscribeUrl}"`)
  expect(mail.unsubscribeUrl).toBeUndefined()
})
