import { idPrefixes } from '#contracts/ids.ts'

/** Whether a value names a member by what it looks like, so also one whose row is gone. */
export function isMemberId(value: string | undefined): boolean {
  return value?.startsWith(`${idPrefixes.member}_`) ?? false
}
