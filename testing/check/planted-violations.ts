/** A file that breaks each rule of `.dependency-cruiser.json`: rule, where it is planted, its text. */
export const plantedViolations: [rule: string, file: string, source: string][] = [
  [
    'rules-import-nothing',
    'rules/reads.ts',
    "import { readFileSync } from 'node:fs'\nexport const a = readFileSync",
  ],
  ['contracts-import-rules-and-zod', 'contracts/serves.ts', "import '#server/app.ts'"],
  ['server-never-web', 'server/platform/draws.ts', "import '#web/ui/card.ts'"],
  ['web-never-server', 'web/pages/serves.ts', "import '#server/app.ts'"],
  ['console-stands-alone', 'console/ui/borrows.ts', "import '#web/ui/card.ts'"],
  ['nobody-imports-the-console', 'web/pages/operates.ts', "import '#console/ui/table.ts'"],
  ['console-layers', 'console/ui/climbs.ts', "import '../screens/review.ts'"],
  [
    'web-no-schemas',
    'web/pages/parses.ts',
    "import { wallet } from '#contracts/wallet.schemas.ts'\nexport const a = wallet",
  ],
  [
    'endpoints-carry-no-schemas',
    'contracts/points.endpoints.ts',
    "import { wallet } from './wallet.schemas.ts'\nexport const a = wallet",
  ],
  [
    'contracts-no-type-circles',
    'contracts/friends.endpoints.ts',
    "import type { A } from './friends.schemas.ts'\nexport type Friends = A",
  ],
  ['module-only-through-public', 'server/modules/shortlinks/posts.ts', "import '../ledger/post.ts'"],
  ['platform-knows-no-module', 'server/platform/posts.ts', "import '../modules/ledger/public.ts'"],
  [
    'stale-reads-are-named',
    'server/modules/ledger/guesses.ts',
    "import type { ReadDb } from '../../platform/stale-reads/read-db.ts'\nexport type A = ReadDb",
  ],
  ['ui-is-dumb', 'web/ui/knows.ts', "import '../features/wallet/balance.ts'"],
  ['feature-imports-no-feature', 'web/features/campaigns/pays.ts', "import '../wallet/balance.ts'"],
  ['features-below-pages', 'web/features/wallet/climbs.ts', "import '../../pages/home.ts'"],
  ['database-only-in-server', 'web/pages/queries.ts', "import { sql } from 'kysely'\nexport const a = sql"],
  ['react-only-in-web', 'server/renders.ts', "import { useState } from 'react'\nexport const a = useState"],
  ['product-never-testing', 'server/platform/tests.ts', "import '#testing/app.ts'"],
  ['resolvable', 'web/pages/misses.ts', "import './nowhere.ts'"],
  ['no-cycles', 'web/platform/first.ts', "import { b } from './second.ts'\nexport const a = () => b"],
]

/** The files that the planted ones import. */
export const plantedNeighbours: [file: string, source: string][] = [
  ['contracts/wallet.schemas.ts', 'export const wallet = 1'],
  [
    'contracts/friends.schemas.ts',
    "import type { Friends } from './friends.endpoints.ts'\nexport type A = Friends",
  ],
  ['server/app.ts', 'export const app = 1'],
  ['server/platform/stale-reads/read-db.ts', 'export type ReadDb = 1'],
  ['server/modules/ledger/post.ts', 'export const post = 1'],
  ['server/modules/ledger/public.ts', 'export const post = 1'],
  ['testing/app.ts', 'export const app = 1'],
  ['console/screens/review.ts', 'export const review = 1'],
  ['console/ui/table.ts', 'export const table = 1'],
  ['web/ui/card.ts', 'export const card = 1'],
  ['web/features/wallet/balance.ts', 'export const balance = 1'],
  ['web/pages/home.ts', 'export const home = 1'],
  ['web/platform/second.ts', "import { a } from './first.ts'\nexport const b = () => a"],
]
