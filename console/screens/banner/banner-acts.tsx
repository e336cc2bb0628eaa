import { m } from '#console-messages'
import { setOperatedBanner, turnOperatedBanner } from '#contracts/operator-banner.endpoints.ts'
import type { BannerVersion, OperatedBanner } from '#contracts/operator-banner.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { BannerTexts } from './banner-texts.tsx'
import { membersText } from './banner-words.ts'

const reason = { label: m.banner_reason(), isRequired: true }

const turn = async (isOn: boolean, seen: number, why: string) =>
  await call(turnOperatedBanner, { body: { isOn, reason: why, seen } })

/** Takes the banner off every page, or shows it again as it was; either can be undone. */
export function turnAct(isOn: boolean): RowAct<OperatedBanner> {
  return {
    id: isOn ? 'on' : 'off',
    label: isOn ? m.banner_on() : m.banner_off(),
    look: isOn ? 'primary' : 'danger',
    permission: 'banner.set',
    applies: ({ state }) => (isOn ? state === 'off' : state === 'shown' || state === 'planned'),
    reason,
    preview: ([banner]) => (
      <p>{isOn ? m.banner_on_preview({ members: membersText(banner!.members) }) : m.banner_off_preview()}</p>
    ),
    run: async ([banner], why) => {
      const { revision } = await turn(isOn, banner!.revision, why)
      return oneDone('banner', async () => await turn(!isOn, revision, m.table_undo()))
    },
    said: m.banner_turned,
  }
}

/** Shows an earlier banner again, from now on; undone, pages have what they had. */
export function restoreAct({ revision, state, versions }: OperatedBanner): RowAct<BannerVersion> {
  const [present] = versions
  const undo = async (seen: number) => {
    // Where none was to be seen, none is again.
    if (!present || (state !== 'shown' && state !== 'planned')) return await turn(false, seen, m.table_undo())
    const { texts, path, startsAt, endsAt } = present
    return await call(setOperatedBanner, {
      body: { texts, path, startsAt, endsAt, reason: m.table_undo(), seen },
    })
  }
  return {
    id: 'restore',
    label: m.banner_restore(),
    look: 'quiet',
    permission: 'banner.set',
    applies: ({ id }) => id !== revision,
    reason,
    preview: ([version]) => (
      <>
        <p>{m.banner_restore_preview()}</p>
        <BannerTexts version={version!} />
      </>
    ),
    run: async ([version], why, _, idempotencyKey) => {
      const { texts, path } = version!
      const body = { texts, path, reason: why, seen: revision }
      const set = await call(setOperatedBanner, { body, idempotencyKey })
      return oneDone(String(version!.id), async () => await undo(set.revision))
    },
    said: m.banner_set_said,
  }
}
