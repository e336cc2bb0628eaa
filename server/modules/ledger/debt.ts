import { memberAvailable, memberDebt, type AccountRef, type Line } from './accounts.ts'

/**
 * Lines that pay `crels` from an account to a member, an open debt first. `debt` is what the member owes, in
 * crels, read under `lockAccounts`, so that two payments do not fill the same debt.
 */
export function payMember(from: AccountRef, party: string, crels: number, debt: number): Line[] {
  const toDebt = Math.min(crels, debt)
  return [
    { ...from, amount: -crels },
    { ...memberDebt(party), amount: toDebt },
    { ...memberAvailable(party), amount: crels - toDebt },
  ].filter((line) => line.amount !== 0)
}

/**
 * Lines that take `crels` back from a member to an account; what is not there becomes a debt. `available` is
 * what the member may spend, holds deducted, read under `lockAccounts`.
 */
export function takeFromMember(to: AccountRef, party: string, crels: number, available: number): Line[] {
  const fromAvailable = Math.min(crels, available)
  return [
    { ...memberAvailable(party), amount: -fromAvailable },
    { ...memberDebt(party), amount: fromAvailable - crels },
    { ...to, amount: crels },
  ].filter((line) => line.amount !== 0)
}
