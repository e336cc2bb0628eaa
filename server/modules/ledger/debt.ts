import { memberAvailable, memberDebt, type AccountRef, type Line } from './accounts.ts'

/**
 * Lines that pay `crels` from an account to a member, an open debt first. `debt` is what the member owes, in
 * crels, read under `lockAccounts`, so that two payments do not fill the same debt.
 */
export function payMember(from: AccountRef, subject: string, crels: number, debt: number): Line[] {
  const toDebt = Math.min(crels, debt)
  return [
    { ...from, amount: -crels },
    { ...memberDebt(subject), amount: toDebt },
    { ...memberAvailable(subject), amount: crels - toDebt },
  ].filter((line) => line.amount !== 0)
}

/**
 * Lines that take `crels` back from a member to an account; what is not there becomes a debt. `available` is
 * what the member may spend, holds deducted, read under `lockAccounts`.
 */
export function takeFromMember(to: AccountRef, subject: string, crels: number, available: number): Line[] {
  const fromAvailable = Math.min(crels, available)
  return [
    { ...memberAvailable(subject), amount: -fromAvailable },
    { ...memberDebt(subject), amount: fromAvailable - crels },
    { ...to, amount: crels },
  ].filter((line) => line.amount !== 0)
}
