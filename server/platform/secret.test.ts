import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { secretOf } from './secret.ts'

function secretBy(letter: 'x' | 'y') {
  const key = { id: letter === 'x' ? '0123456789ab' : 'ba9876543210', material: letter.repeat(32) }
  return secretOf(() => ({ sealing: key, opening: [key], unbound: key, hashing: key }))
}

test('has one key per purpose', () => {
  const secret = secretBy('x')
  expect(secret.hash('mailed code', 'text')).not.toEqual(secret.hash('known device', 'text'))
  expect(secret.hash('mailed code', 'text')).toEqual(secret.hash('mailed code', 'text'))
})

describe('what was sealed', () => {
  const secret = secretBy('x')
  const text = 'héllo, as nothing says by chance'
  const sealed = secret.seal('send-mail', 'job', text)
  const [form, keyId, payload] = sealed.split('.') as [string, string, string]
  const withBytes = (change: (bytes: Buffer) => Buffer) =>
    `${form}.${keyId}.${change(Buffer.from(payload, 'base64url')).toString('base64url')}`

  test('opens, shows nothing of its text, and never looks the same', () => {
    for (const readable of [sealed, Buffer.from(payload, 'base64url').toString('latin1')])
      expect(readable).not.toContain('llo, as')
    expect(secret.seal('send-mail', 'job', text)).not.toBe(sealed)
    expect(secret.open('send-mail', 'job', sealed)).toBe(text)
  })

  test('names its key, so that the key can be replaced', () => {
    expect(form).toBe('s2')
    expect(secretBy('x').seal('send-mail', 'job', '')).toContain(`.${keyId}.`)
    expect(secretBy('y').seal('send-mail', 'job', '')).not.toContain(keyId)
  })

  test('opens for no other purpose, by no other secret, and not where it was moved to another row', () => {
    expect(() => secret.open('mail-account-action', 'job', sealed)).toThrow()
    const other = secretBy('y')
    expect(() => other.open('send-mail', 'job', sealed)).toThrow()
    const paidTo = secret.seal('payout destination', 'destination:dst_1', 'ada@example.com')
    expect(secret.open('payout destination', 'destination:dst_1', paidTo)).toBe('ada@example.com')
    expect(() => secret.open('payout destination', 'destination:dst_2', paidTo)).toThrow()
  })

  test.each([
    ['changed in its last byte', (bytes: Buffer) => bytes.fill(bytes.at(-1)! ^ 1, -1)],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['without a text', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['empty', () => Buffer.alloc(0)],
  ])('does not open %s', (_, change) => {
    expect(() => secret.open('send-mail', 'job', withBytes(change))).toThrow()
  })

  test('does not open with a tag of four bytes, which is guessed in a few thousand million tries', () => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', unboundKey('send-mail'), nonce, { authTagLength: 4 })
    cipher.final()
    const forged = Buffer.concat([nonce, cipher.getAuthTag()]).toString('base64url')
    expect(() => secret.open('send-mail', 'job', forged)).toThrow()
  })

  test('by an earlier version, without key and context, opens until it is sealed again', () => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', unboundKey('send-mail'), nonce)
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    const old = Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
    expect(secret.open('send-mail', 'job', old)).toBe(text)
  })

  function unboundKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', 'x'.repeat(32), 'crels', purpose, 32))
  }
})
