import type { StatementEntry, StatementPage } from '#contracts/wallet.schemas.ts'

/** How a balance came to be: what was there before, and what each kind of entry added or took since. */
export interface BalanceParts {
  /** The balance before the first entry that is listed; 0 when they are all here. */
  before: { crels: number; at: string } | null
  kinds: { kind: string; entries: number; crels: number }[]
  /** The balance after the newest entry: exactly `before` and all kinds added up. */
  total: number
}

/** Adds up a statement's newest page. Entries are newest first, each with the balance after it. */
export function balanceParts({ items, nextCursor }: StatementPage): BalanceParts {
  const newest = items[0]
  const oldest = items.at(-1)
  const kinds = new Map<string, { entries: number; crels: number }>()
  for (const { kind, crels } of items) {
    const sum = kinds.get(kind) ?? { entries: 0, crels: 0 }
    kinds.set(kind, { entries: sum.entries + 1, crels: sum.crels + crels })
  }
  return {
    before: oldest && nextCursor !== null ? { crels: balanceBefore(oldest), at: oldest.at } : null,
    kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })),
    total: newest?.balanceAfter ?? 0,
  }
}

function balanceBefore({ balanceAfter, crels }: StatementEntry): number {
  return balanceAfter - crels
}
