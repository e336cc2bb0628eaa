import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import styles from './sign-in.module.css'

/** The one card of a screen for who is not signed in. */
export function SignInStage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className={styles.stage}>
      <p className={styles.name}>{m.common_console()}</p>
      <div className={styles.card}>
        <Stack gap="md">
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </Stack>
      </div>
      <p className={styles.help}>{m.sign_in_help()}</p>
    </main>
  )
}
