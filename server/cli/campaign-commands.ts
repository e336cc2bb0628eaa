import { Argument, type Command } from 'commander'
import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import type { RemovalReach } from '#contracts/operator-campaign-removal.schemas.ts'
import { asksReason, CAMPAIGN_ACTIONS, type CampaignAction } from '#rules/campaign-state.ts'
import type { CampaignRecord, ChangedCampaign } from '../modules/campaigns/public.ts'
import { inActOf, inConfirmedActOf, inConfirmedSealingActOf, inSealingActOf } from './acting-operator.ts'
import { budgetCommands } from './budget-commands.ts'
import { campaignLookCommands } from './campaign-look-commands.ts'
import { campaignPictureCommands } from './campaign-picture-commands.ts'
import { readMemberReason, readReason, reasoned } from './read-reason.ts'
import { readJsonFile } from './read-input.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels campaign create|list|show|edit|picture|erase-picture|top-up|reduce-budget|state|members|decide|remove|let-back-in` */
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
      const made = await inActOf(
        command,
        async (tx, actor, config) => await createCampaign(tx, actor, input, config),
      )
      print(command, made, `Campaign ${made.id}`)
    })
  campaignLookCommands(campaign)
  reasoned(campaign.command('edit <campaignId>'))
    .description(
      'Change what it offers, from a JSON file with the fields that change (- for standard input).',
    )
    .requiredOption('--file <path>', 'the file')
    .option('--yes', 'change its terms, destination or joining bonus without asking')
    .action(async (campaignId: string, options: Edit, command: Command) => {
      const { campaignRecord, changeCampaign, readCampaignChanges } = await campaigns()
      const { file, reason } = options
      const changes = readCampaignChanges(await readJsonFile(file))
      const made = await inConfirmedActOf(
        command,
        {
          reach: async (tx) => await campaignRecord(tx, campaignId),
          act: async (tx, actor, config) =>
            await changeCampaign(tx, actor, { campaignId, changes, reason }, config),
          lines: (before, made) => editLines(before, made, changes),
        },
        options,
      )
      const { changed, termsVersion } = made
      print(
        command,
        made,
        changed.length === 0
          ? 'It is so already'
          : `Changed ${changed.join(', ')}; members join under version ${termsVersion} of its terms`,
      )
    })
  campaignPictureCommands(campaign)
  budgetCommands(campaign)
  campaign
    .command('state <campaignId>')
    .addArgument(new Argument('<action>').choices(CAMPAIGN_ACTIONS))
    .description('Move it from one state to the next.')
    .option('--reason <text>', 'why; needed to pause, resume or end it', readReason)
    .option('--yes', 'do it without asking')
    .action(
      async (
        campaignId: string,
        action: CampaignAction,
        options: { yes?: boolean; reason?: string },
        command: Command,
      ) => {
        const { reason } = options
        if (asksReason(action) && reason === undefined)
          throw new Error(`Say why you ${action} it: --reason "…"`)
        const { campaignRecord, setCampaignState } = await campaigns()
        const state = await inConfirmedActOf(
          command,
          {
            reach: async (tx) => await campaignRecord(tx, campaignId),
            act: async (tx, actor) => await setCampaignState(tx, actor, { campaignId, action, reason }),
            lines: (record) => actionLines(record, action),
          },
          options,
        )
        print(command, { campaignId, state }, `${campaignId} is ${state}`)
      },
    )
  campaign
    .command('decide <enrolmentId>')
    .description('Answer an application.')
    .option('--approve', 'let the member in')
    .option('--decline <reason>', 'refuse, with the reason the member will read', readMemberReason)
    .action(
      async (enrolmentId: string, options: { approve?: boolean; decline?: string }, command: Command) => {
        if (Boolean(options.approve) === Boolean(options.decline))
          throw new Error('Say --approve or --decline "reason"')
        const { decideApplication } = await campaigns()
        const decision = { enrolmentId, approve: Boolean(options.approve), reason: options.decline }
        const { state } = await inSealingActOf(
          command,
          async (tx, actor, { secret }) => await decideApplication(tx, actor, decision, { secret }),
        )
        print(command, { enrolmentId, state }, `${enrolmentId} is ${state}`)
      },
    )
  campaign
    .command('remove <enrolmentId>')
    .description('Remove a member, who cannot join it again; what was earned stays.')
    .requiredOption('--reason <text>', 'the reason the member will read', readMemberReason)
    .option('--yes', 'do it without asking')
    .action(async (enrolmentId: string, options: { reason: string; yes?: boolean }, command: Command) => {
      const { removeMember } = await campaigns()
      const { reachOfRemoval } = await import('../modules/operated-members/public.ts')
      const { reason } = options
      const { state } = await inConfirmedSealingActOf(
        command,
        {
          reach: async (tx) => await reachOfRemoval(tx, enrolmentId),
          act: async (tx, actor, { secret }) =>
            await removeMember(tx, actor, { enrolmentId, reason }, { secret }),
          // Who is removed already was by the same operator.
          lines: (reach) => (reach.state === 'removed' ? [] : removalLines(reach)),
        },
        options,
      )
      print(command, { enrolmentId, state }, `${enrolmentId} is ${state}`)
    })
  reasoned(campaign.command('let-back-in <enrolmentId>'))
    .description('Take back that a member was removed: they are in it as before.')
    .option('--yes', 'do it without asking')
    .action(async (enrolmentId: string, options: { reason: string; yes?: boolean }, command: Command) => {
      const { letBackIn, reachOfReturn } = await campaigns()
      const { reason } = options
      const { state } = await inConfirmedSealingActOf(
        command,
        {
          reach: async (tx) => await reachOfReturn(tx, enrolmentId),
          act: async (tx, actor, { secret }) =>
            await letBackIn(tx, actor, { enrolmentId, reason }, { secret }),
          // Who is in it already was let back in by the same operator.
          lines: ({ links, refusal }) =>
            refusal === null ? [`Letting them back in has ${linksOf(links)} work again`] : [],
        },
        options,
      )
      print(command, { enrolmentId, state }, `${enrolmentId} is ${state}`)
    })
}

/** The links that stop, and what was earned, which stays. */
function removalLines({ links, availableCrels, pendingCrels, reviewCrels }: RemovalReach): string[] {
  return [
    `Removing them stops ${linksOf(links)}, and they cannot join again`,
    `They keep ${grouped(availableCrels)} crels available, ${grouped(pendingCrels)} pending and ${grouped(reviewCrels)} under review`,
  ]
}

function linksOf(count: number): string {
  return count === 1 ? '1 link' : `${grouped(count)} links`
}

interface Edit {
  file: string
  reason: string
  yes?: boolean
}

/** What an action means to the members; none for one that touches none. */
function actionLines(record: CampaignRecord, action: CampaignAction): string[] {
  const what = named(record)
  if (action === 'pause')
    return [
      `Pausing ${what} stops new earnings until it is resumed`,
      'Clicks and sales made until then are never paid',
    ]
  if (action === 'resume')
    return [`Resuming ${what} lets them earn again`, 'Clicks and sales made in the meantime stay unpaid']
  if (action === 'end') return [`Ending ${what} cannot be undone`]
  if (action === 'archive') return [`Archiving ${what} cannot be undone`]
  return []
}

function named({ title, brand, members }: CampaignRecord): string {
  return `${title} of ${brand} (${members === 1 ? '1 member' : `${grouped(members)} members`})`
}

/** What a change of terms, destination or joining bonus means to the members; none for other changes. */
function editLines(
  before: CampaignRecord,
  { changed, termsVersion }: ChangedCampaign,
  { joiningBonusPoints: bonus }: CampaignChanges,
): string[] {
  const what = named(before)
  return [
    ...(termsVersion > before.termsVersion
      ? [
          `Changing ${what}: they are notified, and keep version ${before.termsVersion} of its terms until they agree to version ${termsVersion}`,
        ]
      : []),
    ...(changed.includes('destinationUrl')
      ? [`Tracking links of ${what} lead to the new destination at once`]
      : []),
    ...(changed.includes('joiningBonusPoints')
      ? [
          `Each member who joins ${before.title} of ${before.brand} from now on gets ${bonus === 1 ? '1 point' : `${grouped(bonus ?? 0)} points`}`,
        ]
      : []),
  ]
}
