import { importPKCS8, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import pg from 'pg'
import type { TestApp } from './app.ts'
import type { TestMember } from './members.ts'

/** Access tokens as our own key signs them, and as they must never be. */
export interface TokenForge {
  kid: string
  /** A token that is right in everything but the changes. */
  token(
    member: TestMember,
    changes?: JWTPayload,
    header?: object,
    key?: CryptoKey | Uint8Array,
  ): Promise<string>
  /** A token of the member that was good until a minute ago. */
  expired(member: TestMember): Promise<string>
}

/** Takes the signing key of an installation that has signed before. */
export async function openTokenForge(app: TestApp): Promise<TokenForge> {
  const { kid, privateKey } = await signingKey(app)
  const token: TokenForge['token'] = async (member, changes = {}, header = {}, key = privateKey) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: app.config.publicOrigin,
      aud: 'crels',
      sub: member.uid,
      sid: sessionOf(member),
      iat: now,
      exp: now + 600,
      ...changes,
    }
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
      .sign(key)
  }
  const expired = async (member: TestMember) => {
    const now = Math.floor(Date.now() / 1000)
    return await token(member, { iat: now - 3660, exp: now - 60 })
  }
  return { kid, token, expired }
}

async function signingKey(app: TestApp): Promise<{ kid: string; privateKey: CryptoKey }> {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  const { rows } = await owner.query('select kid, private_sealed from identity.signing_key')
  await owner.end()
  const { kid, private_sealed: sealed } = rows[0]
  const pem = app.secret.open('signing key', `signing-key:${kid}`, sealed)
  return { kid, privateKey: await importPKCS8(pem, 'ES256') }
}

function sessionOf(member: TestMember): string {
  const [, payload] = member.accessToken.split('.')
  return (JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { sid: string }).sid
}
