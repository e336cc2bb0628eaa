import { describe, expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

describe('safeRedirect', () => {
  it.each([
    ['/', '/'],
    ['/points', '/points'],
    ['/campaigns/cmp_1?sort=new#terms', '/campaigns/cmp_1?sort=new#terms'],
    ['/my-campaigns?next=https://evil.example', '/my-campaigns?next=https://evil.example'],
    ['/a/../points', '/points'],
    ['/campaigns/category/tomás', '/campaigns/category/tom%C3%A1s'],
    ['/docs/api', '/docs/api'],
  ])('lets %s go on to %s', (value, expected) => {
    expect(safeRedirect(value, '/fallback')).toBe(expected)
  })

  it.each([
    null,
    undefined,
    '',
    'points',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '/\u0000/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/points\\..\\\\evil.example',
    '/s/abc1234',
    '/points/../s/abc1234',
    '/s%2Fabc1234',
    '/identity/sign-out',
    '/identity/social/google/start',
    '/px/brn_1.gif?click=x',
    '/dev/mail',
    '/api/v1/users/me',
    '/console',
    '/sw.js',
    '/crels/nothing',
    '/unknown',
    `/${'a'.repeat(2001)}`,
  ])('refuses %j', (value) => {
    expect(safeRedirect(value, '/fallback')).toBe('/fallback')
  })

  it('never leaves the origin as a browser reads it', () => {
    const pieces = ['/', '\\', '.', '..', '\t', '%2f', '@', 'evil.example', ':', '?', '#', ' ']
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const answer = safeRedirect('/' + a + b + c + d)
            expect(new URL(answer, 'https://crels.example').origin).toBe('https://crels.example')
          }
  })
})
