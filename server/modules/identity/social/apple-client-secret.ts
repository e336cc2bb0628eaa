import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { AppleKeys } from '#server/social-settings.ts'

/** Apple's client secret, which is a token that we sign ourselves; good for two hours. */
export async function appleClientSecret(
  { clientId, teamId, keyId, privateKey }: AppleKeys,
  issuer: string,
): Promise<string> {
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(key)
}
