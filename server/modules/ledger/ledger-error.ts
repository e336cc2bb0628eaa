/** SQLSTATE → what the ledger refused; raised in migrations/functions/ledger_*.sql. */
const refusals = {
  LG001: 'insufficient_funds',
  LG002: 'idempotency_mismatch',
  LG003: 'account_closed',
  LG004: 'unbalanced',
  LG005: 'already_reversed',
  LG006: 'transaction_unknown',
  LG007: 'not_reversible',
  LG008: 'hold_unknown',
  LG009: 'hold_ended',
  LG010: 'hold_exceeded',
  LG011: 'invalid_lines',
  LG012: 'transaction_sealed',
  LG013: 'append_only',
  LG014: 'transaction_empty',
  LG016: 'accounts_disagree',
  LG017: 'account_not_empty',
} as const

/** Constraints that say the same should a check in the function ever miss. */
const constraints: Record<string, LedgerErrorCode> = {
  account_floor: 'insufficient_funds',
  account_debt_overpaid: 'debt_overpaid',
  account_exact: 'amount_too_large',
  account_closed_empty: 'account_closed',
}

export type LedgerErrorCode = (typeof refusals)[keyof typeof refusals] | 'debt_overpaid' | 'amount_too_large'

/**
 * What the ledger refused. The database transaction it happened in is aborted: let it end. Where going on is the
 * point, `postIfFunded` and `placeHoldIfFunded` keep a savepoint.
 */
export class LedgerError extends Error {
  readonly code: LedgerErrorCode

  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LedgerError'
    this.code = code
  }
}

/** Whether an error is the ledger's refusal `code`, or any refusal when no code is given. */
export function isLedgerError(error: unknown, code?: LedgerErrorCode): error is LedgerError {
  return error instanceof LedgerError && (code === undefined || error.code === code)
}

/** Runs a call of the ledger's SQL functions and gives its refusals their names; other errors pass unchanged. */
export async function namingRefusals<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw named(error)
  }
}

function named(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const code =
    refusals[error.code as keyof typeof refusals] ??
    ('constraint' in error ? constraints[String(error.constraint)] : undefined)
  return code ? new LedgerError(code, error.message, { cause: error }) : error
}
