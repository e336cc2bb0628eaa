import type { RedemptionDeps } from '#server/modules/redemptions/public.ts'
import type { Jobs } from '#server/platform/jobs.ts'

/** What the use cases work with; server/module-parts.ts composes it. */
export type PayoutRunDeps = Pick<
  RedemptionDeps,
  'secret' | 'mailer' | 'publicOrigin' | 'log' | 'sinceAccountChanges' | 'sanctions'
> & { enqueue: Jobs['add'] }
