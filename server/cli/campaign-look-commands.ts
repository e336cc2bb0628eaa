import { Option, type Command } from 'commander'
import { CAMPAIGN_STATES, type CampaignState } from '#rules/campaign-state.ts'
import { ENROLMENT_STATES, type EnrolmentState } from '#rules/enrolment-state.ts'
import { listLimit, printList } from './print-list.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { inActOf } from './acting-operator.ts'
import { print, withDb } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels campaign list|show|members` */
export function campaignLookCommands(campaign: Command): void {
  campaign
    .command('list')
    .description('The campaigns as they stand now, newest first.')
    .option('--brand <slug>', 'of one brand')
    .addOption(new Option('--state <state>', 'in one state').choices(CAMPAIGN_STATES))
    .option('--limit <count>', 'how many at most', '100')
    .action(async (options: { brand?: string; state?: CampaignState; limit: string }, command: Command) => {
      const { operatedCampaigns } = await campaigns()
      // All are read to know their states, so all are known.
      const all = await withDb(async (db) => await operatedCampaigns(db, { ...options, limit: Infinity }))
      const rows = all.slice(0, listLimit(options.limit))
      const lines = rows.map(
        (row) =>
          `${row.id}  ${stateText(row).padEnd(9)}  ${grouped(row.budgetLeftCrels)} of ${grouped(row.budgetCrels)} crels  ${grouped(row.members)} members  ${row.brand}: ${row.title}`,
      )
      printList(command, rows, lines, { total: all.length })
    })
  campaign
    .command('show <campaignId>')
    .description('One campaign: where it stands, its states so far and the changes of its offer.')
    .action(async (campaignId: string, _, command: Command) => {
      const { campaignRecord } = await campaigns()
      const record = await withDb(async (db) => await campaignRecord(db, campaignId))
      print(command, record, [
        `${record.brand}: ${record.title}, ${stateText(record)}`,
        `${grouped(record.budgetLeftCrels)} of ${grouped(record.budgetCrels)} crels left; ${grouped(record.members)} members, ${grouped(record.applicants)} applications; terms version ${record.termsVersion}`,
        `Pays ${JSON.stringify(record.reward)}; hold ${record.holdDays} days, cookie ${record.cookieDays} days; from ${record.startsAt} to ${record.endsAt ?? 'no end'}`,
        ...record.states.map(({ at, state }) => `${at}  ${state}`),
        ...record.changes.map(
          ({ at, author, reason, fields, termsVersion }) =>
            `${at}  ${author} changed ${fields.join(', ')} (terms version ${termsVersion}): ${reason}`,
        ),
      ])
    })
  campaign
    .command('members <campaignId>')
    .description('Who is in it or asked to be, those who asked last first. The log says that you looked.')
    .addOption(new Option('--state <state>', 'in one state').choices(ENROLMENT_STATES))
    .option('--limit <count>', 'how many at most', '100')
    .action(
      async (campaignId: string, options: { state?: EnrolmentState; limit: string }, command: Command) => {
        const { campaignMembers, campaignRecord, countCampaignMembers } = await campaigns()
        const limit = listLimit(options.limit)
        const query = { campaignId, state: options.state, limit }
        const { rows, total } = await inActOf(command, async (tx, actor) => {
          const { operate } = await import('../modules/operators/public.ts')
          // Of many members at once: what they wrote is read in clear.
          const { id } = await campaignRecord(tx, campaignId)
          await operate(tx, actor, { action: 'member.view', target: id })
          const { enrolmentStatistics } = await import('../modules/operated-brands/public.ts')
          const found = await campaignMembers(tx, query)
          const statistics = await enrolmentStatistics(
            tx,
            found.map((row) => row.id),
          )
          return {
            rows: found.map((row) => ({ ...row, ...statistics.get(row.id)! })),
            total: await countCampaignMembers(tx, query),
          }
        })
        const lines = rows.map(
          ({ id, uid, state, termsVersion, appliedAt, joinedAt, earnedCrels, links, message, reason }) =>
            `${id}  ${state.padEnd(8)}  ${uid}  applied ${appliedAt}  ${joinedAt === null ? 'never joined' : `joined ${joinedAt}`}  terms ${termsVersion}  ${grouped(earnedCrels)} crels  ${links === 1 ? '1 link' : `${grouped(links)} links`}  ${reason ?? message ?? ''}`,
        )
        printList(command, rows, lines, { total })
      },
    )
}

function stateText({ state, brandSuspended }: { state: string; brandSuspended: boolean }): string {
  return brandSuspended ? `${state} (brand suspended)` : state
}
