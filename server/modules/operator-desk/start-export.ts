import {
  EXPORTS_AT_ONCE_MAX,
  exportPermissions,
  type ExportList,
} from '#contracts/operator-desk.constants.ts'
import type { OperatorExport } from '#contracts/operator-desk.schemas.ts'
import { unprovenPermissions } from '#contracts/operator-endpoints.ts'
import { isAllowed } from '#rules/operator-permissions.ts'
import { filtersInLog, operate } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { requireRecentProof } from '#server/platform/http/recent-proof.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { exportedLists } from './exported-lists.ts'
import { insertExport, lockExportsUnderWay } from './export-queries.ts'

/**
 * Begins a file of a list. Throws as `requireList` for one that the operator may not read, `validation_failed` for a filter
 * that the list has not, and `conflict` where as many are being made as may be.
 */
export async function startExport(
  tx: Tx,
  actor: OperatorCaller,
  { list, filters: asked }: { list: ExportList; filters: Record<string, string> },
  enqueue: Jobs['add'],
): Promise<OperatorExport> {
  requireList(actor, list)
  // Another zone that is chosen while the file is made changes no day of it.
  const needsZone = exportedLists[list].hasSiteDays && (asked['from'] ?? asked['to']) !== undefined
  const filters = needsZone ? { zone: siteZone(), ...asked } : asked
  const given = exportedLists[list].filters.safeParse(filters)
  if (!given.success)
    throw invalidValue(
      'body.filters',
      `The list ${list} is not narrowed by ${Object.keys(filters).join(', ')}.`,
    )
  await recordFile(tx, actor, list, await filtersInLog(tx, filters, exportedLists[list].filters))
  if ((await lockExportsUnderWay(tx, actor.operatorId)) >= EXPORTS_AT_ONCE_MAX)
    throw problem('conflict', {
      detail: `${EXPORTS_AT_ONCE_MAX} files are being made for you. Wait for one, or cancel it.`,
    })
  const id = newId('operatorExport')
  const made = await insertExport(tx, { id, operatorId: actor.operatorId, list, filters })
  await enqueue(tx, 'write-operator-export', { id, keyId: actor.keyId })
  return made
}

/**
 * Says in the log that the console makes a file of a list: of the pages that it reads itself, so that it is made by who may
 * and known of all the same.
 */
export async function recordListFile(
  tx: Tx,
  actor: OperatorCaller,
  { list, filters }: { list: string; filters: Record<string, string> },
): Promise<void> {
  await recordFile(tx, actor, list, await filtersInLog(tx, filters))
}

async function recordFile(
  tx: Tx,
  actor: OperatorCaller,
  list: string,
  { filters, member }: Awaited<ReturnType<typeof filtersInLog>>,
): Promise<void> {
  await operate(tx, actor, { action: 'list.export', target: list, after: { filters }, member })
}

/**
 * Throws `forbidden` where an operator may not read a list, and `requires_recent_login` where what it takes is not had
 * without a recent proof elsewhere either: all members' data is no less than one's.
 */
export function requireList(actor: OperatorCaller, list: ExportList): void {
  const needed = exportPermissions[list]
  const missing = needed.find((permission) => !isAllowed(actor, permission))
  if (missing) throw problem('forbidden', { detail: `The file of ${list} takes ${missing}.` })
  if (needed.some((permission) => !unprovenPermissions.has(permission))) requireRecentProof(actor)
}
