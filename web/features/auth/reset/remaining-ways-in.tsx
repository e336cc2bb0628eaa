import { m } from '#messages'
import type { WayIn } from '#contracts/identity.responses.ts'
import { Notice } from '../../../ui/notice.tsx'
import classes from './remaining-ways-in.module.css'

/** After a reset: what gets in beside the new password. It is removed once one is signed in, factors by a factor. */
export function RemainingWaysIn({ waysIn }: { waysIn: readonly WayIn[] }) {
  return (
    <Notice tone="gold">
      <p>{m.auth_ways_in_heading()}</p>
      <ul className={classes.ways}>
        {waysIn.map((way, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          <li key={at}>{wayWords(way)}</li>
        ))}
      </ul>
      <p>{m.auth_ways_in_next()}</p>
    </Notice>
  )
}

function wayWords({ kind, name }: WayIn): string {
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
