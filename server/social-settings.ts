import { createPrivateKey } from 'node:crypto'
import * as z from 'zod'
import { isLoopback } from '#rules/loopback.ts'

/** A provider that gave us a client id and a client secret. */
export interface SocialClientKeys {
  clientId: string
  clientSecret: string
}

/** What Apple gives in place of a client secret: the key with which we make one. */
export interface AppleKeys {
  clientId: string
  teamId: string
  keyId: string
  /** The body of the .p8 file: PKCS #8, P-256, base64. */
  privateKey: string
}

/** Any OpenID Connect issuer. */
export interface OidcKeys extends SocialClientKeys {
  issuer: string
  /** As people know it. */
  name: string
}

/** Who a member may sign in with; those that are not set up are null. */
export interface SocialSettings {
  google: SocialClientKeys | null
  apple: AppleKeys | null
  facebook: SocialClientKeys | null
  x: SocialClientKeys | null
  github: SocialClientKeys | null
  oidc: OidcKeys | null
}

const wordsOf = (text: string) => text.split(/ +/)

/** `client-id client-secret`, in one value so that neither can be forgotten. */
export const clientKeys = z
  .string()
  .regex(/^[\x21-\x7e]+ +[\x21-\x7e]+$/, 'is the client id, a space, and the client secret')
  .transform((text): SocialClientKeys => {
    const [clientId = '', clientSecret = ''] = wordsOf(text)
    return { clientId, clientSecret }
  })
  .or(z.literal('').transform(() => null))

const appleForm = 'is the Services ID, the team id, the key id and the body of the .p8 file on one line'

/** `services-id TEAMID1234 KEYID12345 MIGTAgEA…`. */
export const appleKeys = z
  .string()
  .regex(/^[\w.-]+ +[A-Z0-9]{10} +[A-Z0-9]{10} +[A-Za-z0-9+/ ]+={0,2}$/, appleForm)
  .refine((text) => isP256(privateKeyOf(text)), appleForm)
  .transform((text): AppleKeys => {
    const [clientId = '', teamId = '', keyId = ''] = wordsOf(text)
    return { clientId, teamId, keyId, privateKey: privateKeyOf(text) }
  })
  .or(z.literal('').transform(() => null))

/** `https://issuer.example client-id client-secret Name of it`. */
export const oidcKeys = z
  .string()
  .regex(
    /^\S+ +[\x21-\x7e]+ +[\x21-\x7e]+ +\S[^<>]{0,39}$/,
    'is the issuer, the client id, the client secret and the name for the button',
  )
  .refine((text) => isIssuer(wordsOf(text)[0]!), 'is an issuer that begins with https:// and more')
  .transform((text): OidcKeys => {
    const [issuer = '', clientId = '', clientSecret = '', ...name] = wordsOf(text)
    return { issuer, clientId, clientSecret, name: name.join(' ') }
  })
  .or(z.literal('').transform(() => null))

/** An issuer is https; http is for trying it out on this machine. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (search || hash || username) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Lines of the file may have been joined with spaces. */
function privateKeyOf(text: string): string {
  return wordsOf(text).slice(3).join('')
}

function isP256(base64: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
