import type { Measure, NotMeasured } from './measure.ts'
import { analytics } from './analytics.ts'
import { books } from './books.ts'
import { campaigns } from './campaigns.ts'
import { checkIns } from './check-ins.ts'
import { coldLinks } from './cold-links.ts'
import { clickLoader } from './click-loader.ts'
import { conversions } from './conversions.ts'
import { failover } from './failover.ts'
import { growth } from './growth.ts'
import { interactions } from './interactions.ts'
import { leaderboard } from './leaderboard.ts'
import { ledger } from './ledger.ts'
import { lighthouseMobile } from './lighthouse.ts'
import { memory } from './memory.ts'
import { namedStatements } from './named-statements.ts'
import { orders } from './orders.ts'
import { queues } from './queues.ts'
import { recovery } from './recovery.ts'
import { redemptions } from './redemptions.ts'
import { redirect } from './redirect.ts'
import { redirectByWrk } from './redirect-by-wrk.ts'
import { signIns } from './sign-in.ts'
import { soak } from './soak.ts'
import { start } from './start.ts'
import { statements } from './statements.ts'
import { stream } from './stream.ts'
import { weight } from './weight.ts'

/** Everything that is measured, in the order of the table. */
export const measures: Measure[] = [
  redirect,
  redirectByWrk,
  clickLoader,
  coldLinks,
  ledger,
  checkIns,
  conversions,
  redemptions,
  orders,
  namedStatements,
  statements,
  campaigns,
  analytics,
  leaderboard,
  books,
  growth,
  queues,
  recovery,
  failover,
  signIns,
  start,
  memory,
  stream,
  soak,
  weight,
  lighthouseMobile,
  interactions,
]

/** Goals of docs/performance.md that another command measures, or nothing yet. */
export const notMeasured: NotMeasured[] = [
  {
    name: 'redirect-of-bare',
    title: 'Redirect, of a bare Fastify 302, by wrk',
    goal: '≥ 0.8',
    why: '**missed**: 0.32 on 2026-11-28, by `npm run bench -- redirect-by-wrk` (decision 161)',
  },
  {
    name: 'clicks-lost',
    title: 'Clicks lost under kill -9',
    goal: '0 lost, 0 twice',
    why: 'by `npm run kill-run` (testing/README.md)',
  },
]
