import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, steps of 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Steps before and after the present one whose codes are accepted too, since clocks differ. */
const stepsAround = 1

/** A new secret in Base32: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The `otpauth:` address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...parameters, issuer, label: account, secret }).toString()
}

/** The time step whose code this is, of the present one and its neighbours; null for a wrong code. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const delta = TOTP.validate({
    ...parameters,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: stepsAround,
  })
  return delta === null ? null : TOTP.counter({ period: parameters.period, timestamp: nowMs }) + delta
}
