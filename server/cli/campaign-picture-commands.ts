import type { Command } from 'commander'
import { inTransaction } from '../platform/transaction.ts'
import { withAppOf } from './acting-operator.ts'
import { confirm } from './confirm.ts'
import { readBinaryFile } from './read-input.ts'
import { reasoned } from './read-reason.ts'
import { print } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels campaign picture|erase-picture` */
export function campaignPictureCommands(campaign: Command): void {
  reasoned(campaign.command('picture <campaignId>'))
    .description('Give it a picture, or its drawn art again.')
    .option('--file <path>', 'a JPEG, PNG, WebP or SVG image')
    .option('--remove', 'draw its art again')
    .action(async (campaignId: string, { file, remove, reason }: Picture, command: Command) => {
      if (Boolean(file) === Boolean(remove)) throw new Error('Say --file or --remove')
      const { putCampaignPicture } = await campaigns()
      const bytes = file === undefined ? null : await readBinaryFile(file)
      await withAppOf(
        command,
        async ({ db, files, config }, actor) =>
          await putCampaignPicture(db, actor, { campaignId, bytes, reason }, { files, destinations: config }),
      )
      const state = bytes ? 'has its picture' : 'has its drawn art'
      print(command, { campaignId, picture: bytes !== null }, `${campaignId} ${state}`)
    })
  reasoned(campaign.command('erase-picture <campaignId>'))
    .description('Have a picture of it gone at once and for good, at its address too.')
    .requiredOption(
      '--picture <path>',
      'its address, /files/campaigns/…: shown, or replaced in the last week',
    )
    .option('--yes', 'do it without asking')
    .action(async (campaignId: string, options: Erasure, command: Command) => {
      const { picture: coverUrl, reason } = options
      const { erasePicture, otherShowersOf } = await campaigns()
      const erasure = { campaignId, coverUrl, reason }
      const alsoFrom = await withAppOf(command, async ({ db, files }, actor) => {
        const others = (await otherShowersOf(db, campaignId, [coverUrl])).get(coverUrl) ?? []
        await confirm(
          [
            `Erasing ${coverUrl} cannot be undone; where it is shown, the cover is drawn`,
            ...others.map(({ id, title }) => `It is shown by ${title} (${id}) too`),
          ],
          options,
        )
        return await inTransaction(db, async (tx) => await erasePicture(tx, actor, erasure, { files }))
      })
      print(command, { campaignId, erased: coverUrl, alsoFrom }, [
        `${coverUrl} is erased`,
        ...alsoFrom.map(({ id, title }) => `It is gone from ${title} (${id}) too`),
      ])
    })
}

interface Picture {
  file?: string
  remove?: boolean
  reason: string
}

interface Erasure {
  picture: string
  reason: string
  yes?: boolean
}
