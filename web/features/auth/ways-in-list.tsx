import { m } from '#messages'
import type { WayIn } from '#contracts/identity.schemas.ts'
import classes from './ways-in-list.module.css'

/** What gets into an account beside its password and its mailbox. */
export function WaysInList({ waysIn }: { waysIn: readonly WayIn[] }) {
  return (
    <ul className={classes.ways}>
      {waysIn.map((way, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- what two have in common is their name
        <li key={at}>{wayText(way)}</li>
      ))}
    </ul>
  )
}

function wayText({ kind, name }: WayIn): string {
  switch (kind) {
    case 'social':
      return m.auth_ways_in_social({ provider: name ?? '' })
    case 'passkey':
      return m.auth_ways_in_passkey({ name: name ?? '' })
    case 'authenticator':
      return m.auth_ways_in_authenticator()
    case 'recovery_codes':
      return m.auth_ways_in_recovery_codes()
  }
}
