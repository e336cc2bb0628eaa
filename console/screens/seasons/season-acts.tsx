import { m } from '#console-messages'
import { approveSeason, excludeFromSeason, includeInSeason } from '#contracts/operator-seasons.endpoints.ts'
import type { OperatedSeason } from '#contracts/operator-seasons.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatNumber } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'

export type Place = OperatedSeason['places'][number]
export type SeasonDecision = OperatedSeason['decisions'][number]

const reason = { label: m.seasons_reason(), isRequired: true }

/** What a member of a season is called on screen. */
export function nameIn({ uid, name }: Pick<Place, 'uid' | 'name'>): string {
  return uid === null ? m.seasons_left() : (name ?? m.seasons_unnamed())
}

/** Takes a member out of a season in review. */
export function excludeAct({ month, state }: OperatedSeason): RowAct<Place> {
  return {
    id: 'exclude',
    label: m.seasons_exclude(),
    look: 'danger',
    permission: 'season.exclude',
    applies: ({ uid }) => state === 'review' && uid !== null,
    reason,
    preview: ([place]) =>
      place && (
        <p>
          {m.seasons_exclude_preview({
            name: nameIn(place),
            rank: place.rank,
            points: formatNumber(place.points),
            month,
          })}
        </p>
      ),
    run: async ([place], why) => {
      const uid = place!.uid!
      await call(excludeFromSeason, { params: { month }, body: { uid, reason: why } })
      return oneDone(
        uid,
        async () =>
          await call(includeInSeason, {
            params: { month },
            body: { uid, reason: m.common_undone(), isUndo: true },
          }),
      )
    },
    remains: m.seasons_exclude_remains,
    said: m.seasons_decided,
  }
}

/** Lets a member in again whom the review took out. */
export function includeAct({ month, state }: OperatedSeason): RowAct<SeasonDecision> {
  return {
    id: 'include',
    label: m.seasons_include(),
    look: 'quiet',
    permission: 'season.include',
    applies: ({ uid, isOut }) => state === 'review' && isOut && uid !== null,
    reason,
    preview: ([decision]) =>
      decision && <p>{m.seasons_include_preview({ name: nameIn(decision), month })}</p>,
    run: async ([decision], why) => {
      const uid = decision!.uid!
      await call(includeInSeason, { params: { month }, body: { uid, reason: why } })
      return oneDone(uid)
    },
    remains: m.seasons_include_remains,
    said: m.seasons_decided,
  }
}

/** Ends the review: what is paid is what was shown, those who are taken out left out. */
export const approveAct: RowAct<OperatedSeason> = {
  id: 'approve',
  label: m.seasons_approve(),
  permission: 'season.approve',
  applies: ({ state }) => state === 'review',
  preview: ([season]) => season && <Paid season={season} />,
  run: async ([season]) => {
    const { month, approval } = season!
    await call(approveSeason, { params: { month }, body: { seen: approval!.seen } })
    return oneDone(month)
  },
  said: m.seasons_approved_said,
}

function Paid({ season: { month, places, approval } }: { season: OperatedSeason }) {
  if (!approval) return null
  const out = places.filter(({ isPayable }) => !isPayable).length
  return (
    <>
      <p>
        {m.seasons_approve_preview({
          count: approval.paidPlaces,
          points: formatNumber(approval.points),
          month,
        })}
      </p>
      {out > 0 && <p>{m.seasons_approve_out({ count: out })}</p>}
    </>
  )
}
