import { describe, expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

describe('safeRedirect', () => {
  it.each([
    ['/', '/'],
    ['/points', '/points'],
    ['/campaigns/cmp_1?sort=new#terms', '/campaigns/cmp_1?sort=new#terms'],
    ['/my-campaigns?next=https://evil.example', '/my-campaigns?next=https://evil.example'],
    ['/a/../points', '/points'],
    ['/tomás', '/tom%C3%A1s'],
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
