import { m } from '#console-messages'
import { addEconomyVersion } from '#contracts/operator-economy.endpoints.ts'
import type { OperatedPlatforms } from '#contracts/operator-economy.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import type { FieldValues } from '#console/ui/table/act-fields.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { membersText, mostText, nameRefusal, pointsText, urlRefusal } from './platform-words.ts'

type Listed = OperatedPlatforms['items'][number]
type Setting = Pick<Listed, 'platform' | 'url'>

const reason = { label: m.common_reason(), isRequired: true }
const urlLength = 2048
const urlField = {
  kind: 'url' as const,
  name: 'url',
  label: m.platforms_url(),
  isRequired: false,
  length: urlLength,
}

/**
 * What every act of this screen does: another list, as a version of the economy's settings on top of the one that was
 * seen; it is undone by the list before.
 */
function listAct({ version, items }: OperatedPlatforms) {
  const set = async (list: readonly Setting[], basedOn: number, why: string) => {
    const value = list.map(({ platform, url }) => ({ platform, url }))
    const settings = [{ path: 'socialFollow.platforms', value }]
    return (await call(addEconomyVersion, { body: { basedOn, settings, reason: why } })).version
  }
  return {
    permission: 'economy.set' as const,
    reason,
    set: async (list: readonly Setting[], why: string) => {
      const after = await set(list, version, why)
      return oneDone('platforms', async () => await set(items, after, m.common_undone()))
    },
    said: m.platforms_said,
  }
}

/** Lists another platform, after the others. */
export function addAct(platforms: OperatedPlatforms): RowAct<OperatedPlatforms> {
  const { set, ...shared } = listAct(platforms)
  const refusal = (values: FieldValues) =>
    nameRefusal(nameIn(values), platforms.items) ?? urlRefusal(urlIn(values))
  return {
    ...shared,
    id: 'add',
    label: m.platforms_add(),
    fields: [{ name: 'platform', label: m.platforms_name(), isRequired: true, length: 40 }, urlField],
    preview: (_, values) => {
      const name = nameIn(values)
      if (name === '') return null
      const wrong = refusal(values)
      if (wrong) return <p role="alert">{wrong}</p>
      const before = platforms.left.find(({ platform }) => platform === name)
      return (
        <>
          <p>{openText(platforms, urlIn(values))}</p>
          {before && <p>{m.platforms_add_again({ members: membersText(before.followed) })}</p>}
        </>
      )
    },
    allows: (_, values) => refusal(values) === null,
    run: async (_, why, values) =>
      await set([...platforms.items, { platform: nameIn(values), url: urlIn(values) }], why),
  }
}

/** Leads members to another address. Its name stays: by it is known who followed. */
export function editAct(platforms: OperatedPlatforms, row: Listed): RowAct<Listed> {
  const { set, ...shared } = listAct(platforms)
  return {
    ...shared,
    id: 'edit',
    label: m.platforms_edit(),
    look: 'quiet',
    fields: [{ ...urlField, initial: row.url ?? '' }],
    preview: (_, values) => {
      const url = urlIn(values)
      const wrong = urlRefusal(url)
      if (wrong) return <p role="alert">{wrong}</p>
      const members = membersText(row.followed)
      if (url === null) return <p>{m.platforms_edit_close({ members })}</p>
      return (
        <>
          <p>{m.platforms_edit_preview({ url, members })}</p>
          {row.url === null && <p>{m.platforms_edit_open(reachOf(platforms))}</p>}
        </>
      )
    },
    allows: (_, values) => urlRefusal(urlIn(values)) === null && urlIn(values) !== row.url,
    run: async (_, why, values) =>
      await set(
        platforms.items.map((item) =>
          item.platform === row.platform ? { ...item, url: urlIn(values) } : item,
        ),
        why,
      ),
  }
}

/** Takes a platform off the list. */
export function removeAct(platforms: OperatedPlatforms): RowAct<Listed> {
  const { set, ...shared } = listAct(platforms)
  return {
    ...shared,
    id: 'remove',
    label: m.platforms_remove(),
    look: 'danger',
    preview: ([row]) => <p>{m.platforms_remove_preview({ members: membersText(row!.followed) })}</p>,
    run: async ([row], why) =>
      await set(
        platforms.items.filter(({ platform }) => platform !== row!.platform),
        why,
      ),
  }
}

/** Puts the list into another order. */
export function orderAct(platforms: OperatedPlatforms, names: readonly string[]): RowAct<OperatedPlatforms> {
  const { set, ...shared } = listAct(platforms)
  const next = names.flatMap((name) => platforms.items.filter(({ platform }) => platform === name))
  return {
    ...shared,
    id: 'order',
    label: m.platforms_order_save(),
    applies: ({ items }) => items.some(({ platform }, at) => platform !== names[at]),
    preview: () => <p>{m.platforms_order_preview({ names: names.join(', ') })}</p>,
    run: async (_, why) => await set(next, why),
  }
}

function nameIn({ platform = '' }: FieldValues): string {
  return platform.trim()
}

function urlIn({ url = '' }: FieldValues): string | null {
  return url.trim() || null
}

function reachOf({ members, points }: OperatedPlatforms) {
  return { members: membersText(members), points: pointsText(points), total: mostText(members, points) }
}

function openText(platforms: OperatedPlatforms, url: string | null): string {
  return url === null ? m.platforms_add_later() : m.platforms_add_preview({ url, ...reachOf(platforms) })
}
