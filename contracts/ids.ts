import * as z from 'zod/mini'

/** Every identifier's prefix; an id is `{prefix}_` and the 32 hexadecimal digits of a UUIDv7. */
export const idPrefixes = {
  member: 'usr',
  brand: 'brd',
  brandKey: 'bky',
  campaign: 'cmp',
  enrolment: 'enr',
  link: 'lnk',
  click: 'clk',
  conversion: 'cnv',
  refund: 'rfd',
  claim: 'clm',
  brandQuestion: 'bqu',
  clickBatch: 'cba',
  clickReview: 'crv',
  earning: 'ern',
  transaction: 'txn',
  request: 'req',
  session: 'ses',
  passkey: 'psk',
  quote: 'quo',
  destination: 'dst',
  redemption: 'rdm',
  taxProfile: 'txp',
  screening: 'scr',
  // From when a run was one batch.
  payoutRun: 'pob',
  payoutImport: 'pim',
  shopItem: 'itm',
  shopCode: 'cod',
  codeImport: 'imp',
  order: 'ord',
  webhookEndpoint: 'whe',
  webhookMessage: 'msg',
  webhookDelivery: 'whd',
  notification: 'ntf',
  announcement: 'ann',
  pushSubscription: 'psh',
  supportRequest: 'sup',
  supportMessage: 'sme',
  operator: 'opr',
  operatorSession: 'ops',
  operatorPasskey: 'opk',
  operatorKey: 'opa',
  operatorView: 'opv',
  operatorExport: 'ope',
  auditEntry: 'aud',
  process: 'prc',
  pendingAct: 'pac',
} as const

export type IdKind = keyof typeof idPrefixes

/** Schema of an id of one kind; anything else is a malformed request, not a missing thing. */
export function idSchema(kind: IdKind) {
  return z.string().check(z.regex(new RegExp(`^${idPrefixes[kind]}_[0-9a-f]{32}$`)))
}
