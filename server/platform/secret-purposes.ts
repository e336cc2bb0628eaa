/**
 * What is sealed, and where it is kept. `column`: in a column, which a rotation seals again (server/sealed-columns.ts).
 * `queue`: in the data of a job, likewise. `browser`: in a cookie, which opens until the old key is removed.
 * `mail`: in a link of a mail of an earlier version, likewise; no new ones are made.
 */
export const sealPurposes = {
  'signing key': 'column',
  'brand signing key': 'column',
  'webhook signing secret': 'column',
  'push key': 'column',
  'payout destination': 'column',
  'tax profile': 'column',
  'sanctions screening': 'column',
  'shop code': 'column',
  'shop address': 'column',
  'authenticator secret': 'column',
  'issuer tokens': 'column',
  'operator authenticator': 'column',
  'audit member key': 'column',
  'send-mail': 'queue',
  'mail-account-action': 'queue',
  'mail-operator-code': 'queue',
  'social sign-in': 'browser',
  'outside session': 'browser',
  unsubscribe: 'mail',
} as const satisfies Record<string, 'column' | 'queue' | 'browser' | 'mail'>

export type SealPurpose = keyof typeof sealPurposes

/** What a keyed hash is made for. Its key never changes, since a hash cannot be made again without its text. */
export type HashPurpose =
  | 'mailed action'
  | 'mailed code'
  | 'limit count'
  | 'operator mail code'
  | 'operator browser'
  | 'rate limit'
  | 'known device'
  | 'left address'
  | 'payout destination fingerprint'
  | 'shop code fingerprint'
  | 'unsubscribe link'
  | 'mail'
  | 'database login'
  | 'demo creator'
