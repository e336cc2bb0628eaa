import type { OperatorCaller } from './actors.ts'
import { problem } from './problems.ts'

/** Throws `requires_recent_login` where no factor was proved within ten minutes, and `forbidden` for a key: it proves none. */
export function requireRecentProof({ via, isRecent }: Pick<OperatorCaller, 'via' | 'isRecent'>): void {
  if (via === 'api key')
    throw problem('forbidden', { detail: 'A key cannot do this: a person signs in to the console for it.' })
  if (!isRecent)
    throw problem('requires_recent_login', {
      detail: 'This needs your passkey or a code of your authenticator app again.',
    })
}
