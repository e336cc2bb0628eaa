import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import { date } from './shapes.ts'
import type { StatementPage, Wallet } from './wallet.responses.ts'

const tag = 'wallet'

export const getWallet = endpoint<Wallet>()({
  id: 'getWallet',
  method: 'GET',
  path: '/api/v1/wallet',
  access: 'bearer',
  summary: 'My crels: available, pending, held and owed.',
  tag,
})

/** With `Accept: text/csv` the whole statement as a file. */
export const getStatement = endpoint<StatementPage>()({
  id: 'getStatement',
  method: 'GET',
  path: '/api/v1/wallet/statement',
  access: 'bearer',
  summary: 'The ledger entries that make one of my balances, newest first, each with the balance after it.',
  tag,
  alternatives: ['text/csv'],
  query: z.object({
    account: z._default(z.enum(['available', 'pending', 'debt']), 'available'),
    /** Only entries of one kind, as `kind` names it in the answer. */
    kind: z.optional(z.string().check(z.regex(/^[a-z][a-z_.]{0,63}$/))),
    /** Dates in `zone`, both included; either may be open. */
    from: z.optional(date),
    to: z.optional(date),
    /** A name of the IANA database; UTC without one. */
    zone: z.optional(z.string().check(z.maxLength(60))),
    ...pageQuery,
  }),
})
