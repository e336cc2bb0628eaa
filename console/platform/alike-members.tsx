import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { AlikeMember } from '#contracts/operator-shapes.ts'
import { Facts } from '../ui/facts.tsx'
import { MemberLink } from './member-link.tsx'

/** Members who share a device or a payout destination with one, by name, each leading to their screen. */
export function AlikeMembers({ alike }: { alike: readonly AlikeMember[] }) {
  return <Facts facts={alikeFacts(alike)} />
}

/** The same among other facts. */
export function alikeFacts(alike: readonly AlikeMember[]): (readonly [string, ReactNode])[] {
  return [
    [m.member_alike_device(), namesOf(alike.filter(({ isOnDevice }) => isOnDevice))],
    [m.member_alike_destination(), namesOf(alike.filter(({ isPaidThere }) => isPaidThere))],
  ]
}

function namesOf(members: readonly AlikeMember[]) {
  if (members.length === 0) return null
  return members.map(({ uid, name }, index) => (
    <span key={uid}>
      {index > 0 && ', '}
      <MemberLink uid={uid} name={name} left={m.review_left()} />
    </span>
  ))
}
