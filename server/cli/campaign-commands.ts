import { Argument, type Command } from 'commander'
import type { CampaignAction } from '#rules/campaign-state.ts'
import { readJsonFile } from './read-input.ts'
import { inTransaction, print } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

const actions = ['publish', 'unpublish', 'pause', 'resume', 'end', 'archive'] satisfies CampaignAction[]

/** `crels campaign create|top-up|state|decide` */
export function campaignCommands(program: Command): void {
  const campaign = program.command('campaign').description('The campaigns of brands.')
  campaign
    .command('create')
    .description(
      'Make a campaign from a JSON file (- for standard input); docs/campaign-file.md says what is in it.',
    )
    .requiredOption('--file <path>', 'the file')
    .action(async ({ file }: { file: string }, command: Command) => {
      const { createCampaign, readCampaignFile } = await campaigns()
      const input = readCampaignFile(await readJsonFile(file))
      const made = await inTransaction(async (tx, config) => await createCampaign(tx, input, config))
      print(command, made, `Campaign ${made.id}`)
    })
  campaign
    .command('top-up <campaignId> <crels>')
    .description('Put crels into its budget; the same --reference is the same top-up.')
    .requiredOption('--reference <text>', 'the payment it stands for, e.g. an invoice number')
    .action(
      async (campaignId: string, crels: string, { reference }: { reference: string }, command: Command) => {
        const topUp = { campaignId, crels: wholeCrels(crels), reference }
        const { topUpCampaign } = await campaigns()
        await inTransaction(async (tx) => await topUpCampaign(tx, topUp))
        print(command, topUp, `Put ${topUp.crels} crels into ${campaignId}`)
      },
    )
  campaign
    .command('state <campaignId>')
    .addArgument(new Argument('<action>').choices(actions))
    .description('Move it from one state to the next.')
    .action(async (campaignId: string, action: CampaignAction, _, command: Command) => {
      const { setCampaignState } = await campaigns()
      const state = await inTransaction(async (tx) => await setCampaignState(tx, { campaignId, action }))
      print(command, { campaignId, state }, `${campaignId} is ${state}`)
    })
  campaign
    .command('decide <enrolmentId>')
    .description('Answer an application.')
    .option('--approve', 'let the member in')
    .option('--decline <reason>', 'refuse, with the reason the member will read')
    .action(
      async (enrolmentId: string, options: { approve?: boolean; decline?: string }, command: Command) => {
        if (Boolean(options.approve) === Boolean(options.decline))
          throw new Error('Say --approve or --decline "reason"')
        const { decideApplication } = await campaigns()
        const decision = { enrolmentId, approve: Boolean(options.approve), reason: options.decline }
        const { state } = await inTransaction(async (tx) => await decideApplication(tx, decision))
        print(command, { enrolmentId, state }, `${enrolmentId} is ${state}`)
      },
    )
}

function wholeCrels(text: string): number {
  const crels = Number(text)
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is not a whole number of crels above 0`)
  return crels
}
