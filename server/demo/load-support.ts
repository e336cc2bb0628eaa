import { dayMs } from '#rules/utc-date.ts'
import { demoActor } from './demo-platforms.ts'
import { answerRequest, requestSupport } from '../modules/support/public.ts'
import type { Tx } from '../platform/database.ts'
import type { DemoApp } from './load-demo.ts'
import type { DemoActor } from './load-members.ts'
import { inTheirTime } from './demo-time.ts'
import { supportRequests } from './content/support.ts'

/** Two requests of the demo creator, one of them answered. Nothing is mailed: the address belongs to no one. */
export async function loadSupport(
  tx: Tx,
  { supportDeps }: Pick<DemoApp, 'supportDeps'>,
  creator: DemoActor & { email: string },
  anchor: Date,
): Promise<void> {
  const deps = { ...supportDeps, mailer: { send: async () => {} }, rateLimit: false }
  const member = { ...creator, kind: 'member', sessionId: 'demo', signedInAt: null } as const
  for (const { daysAgo, topic, message, answer } of supportRequests) {
    const input = { topic, message, references: [], pictures: [] }
    const at = (days: number) => new Date(anchor.getTime() - days * dayMs)
    const { id } = await inTheirTime(
      tx,
      at(daysAgo),
      async () => await requestSupport(tx, { member }, input, deps),
    )
    if (answer === undefined) continue
    const given = { request: id, text: answer }
    await inTheirTime(tx, at(daysAgo - 1), async () => await answerRequest(tx, demoActor, given, deps))
  }
}
