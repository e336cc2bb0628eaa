import type { Command } from 'commander'
import { grouped } from '../platform/shown-amounts.ts'
import { inActOf, inConfirmedActOf } from './acting-operator.ts'
import { reasoned } from './read-reason.ts'
import { reductionLines } from './reduction-lines.ts'
import { print } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels campaign top-up|reduce-budget` */
export function budgetCommands(campaign: Command): void {
  campaign
    .command('top-up <campaignId> <crels>')
    .description('Put crels into its budget; the same --reference is the same top-up.')
    .requiredOption('--reference <text>', 'the payment it stands for, e.g. an invoice number')
    .action(
      async (campaignId: string, crels: string, { reference }: { reference: string }, command: Command) => {
        const topUp = { campaignId, crels: wholeCrels(crels), reference }
        const { topUpCampaign } = await campaigns()
        const { replayed } = await inActOf(
          command,
          async (tx, actor) => await topUpCampaign(tx, actor, topUp),
        )
        const done = `${grouped(topUp.crels)} crels into ${campaignId}`
        print(command, topUp, replayed ? `Put ${done} before, under ${reference}` : `Put ${done}`)
      },
    )
  reasoned(campaign.command('reduce-budget <campaignId> <crels>'))
    .description(
      'Take crels out of its budget that are neither paid nor reserved; the same --reference is the same reduction.',
    )
    .requiredOption('--reference <text>', 'the refund or correction it stands for, e.g. a credit note')
    .option('--yes', 'do it without asking')
    .action(async (campaignId: string, crels: string, options: Reduction, command: Command) => {
      const { reference, reason } = options
      const reduction = { campaignId, crels: wholeCrels(crels), reference, reason }
      const { campaignRecord, reduceBudget } = await campaigns()
      const { unreservedClicks } = await import('../modules/conversions/public.ts')
      const { budgetLeftCrels, replayed } = await inConfirmedActOf(
        command,
        {
          reach: async (tx) => ({
            ...(await campaignRecord(tx, campaignId)),
            unreserved: await unreservedClicks(tx, campaignId),
          }),
          act: async (tx, actor) => ({
            ...(await reduceBudget(tx, actor, reduction)),
            ...(await campaignRecord(tx, campaignId)),
          }),
          lines: reductionLines,
        },
        options,
      )
      print(
        command,
        { ...reduction, budgetLeftCrels },
        `Took ${grouped(reduction.crels)} crels out of ${campaignId}${replayed ? ` before, under ${reference}` : ''}, ${grouped(budgetLeftCrels)} are left`,
      )
    })
}

interface Reduction {
  reference: string
  reason: string
  yes?: boolean
}

function wholeCrels(text: string): number {
  const crels = Number(text)
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a whole number of crels above 0`)
  return crels
}
