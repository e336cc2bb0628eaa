import type { DemoClick, DemoCreator } from '../demo-content.ts'
import { chanceFrom, countAround, type Chance, weighted, whole } from './chance.ts'
import { clickOf } from './click.ts'
import type { PlannedEnrolment } from './planned-enrolment.ts'
import type { Timeline } from './timeline.ts'

/** Which part of a post's clicks falls on its day and the four after it. */
const waveOfAPost = [0.5, 0.25, 0.13, 0.08, 0.04]

/** What comes along with a hundred clicks: for about ten of them a visit that is not countable. */
const companions = [
  [null, 90],
  ['crawler', 4],
  ['preview', 2],
  ['prefetch', 1],
  ['repeat', 3],
] as const

/** The clicks of one enrolment on one day, from the seed `enrolment/day`; weekends are livelier, evenings busiest. */
export function dailyClicks(
  enrolment: string,
  plan: PlannedEnrolment,
  creator: DemoCreator,
  times: Timeline,
  day: number,
): Omit<DemoClick, 'key'>[] {
  const chance = chanceFrom(`${enrolment}/${day}`)
  const weekend = times.weekday(day) % 6 === 0 ? 1.25 : 0.9
  const fromPosts = plan.posts.reduce((sum, [on, clicks]) => sum + clicks * (waveOfAPost[day - on] ?? 0), 0)
  const clicks: Omit<DemoClick, 'key'>[] = []
  for (let left = countAround(chance, plan.clicksPerDay * weekend + fromPosts); left > 0; left -= 1) {
    const at = times.at(day, Math.floor(6 * 60 + (chance() + chance()) * 8.4 * 60), whole(chance, 0, 59))
    const click = clickOf(enrolment, creator, at, chance)
    clicks.push(click)
    const uncountable = weighted(chance, companions)
    if (uncountable === 'repeat') {
      clicks.push({ ...click, at: new Date(at.getTime() + whole(chance, 40, 2_900) * 1000), uncountable })
    } else if (uncountable !== null) {
      const visitor = `${click.visitor}-${uncountable}`
      clicks.push({ ...click, visitor, at: new Date(at.getTime() - 20_000), sub: null, uncountable })
    }
  }
  return [...clicks, ...returns(clicks, chanceFrom(`${enrolment}/${day}/returns`))]
}

/** Visitors who come again later that day: one more click each, by somebody who is counted already. */
function returns(clicks: readonly Omit<DemoClick, 'key'>[], chance: Chance): Omit<DemoClick, 'key'>[] {
  return clicks.flatMap((click) => {
    if (click.uncountable !== null || chance() > 0.12) return []
    const at = new Date(click.at.getTime() + whole(chance, 70, 300) * 60_000)
    return at.getUTCDay() === click.at.getUTCDay() ? [{ ...click, at }] : []
  })
}
