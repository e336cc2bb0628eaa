import * as z from 'zod/mini'
import type { SanctionsSettings } from '#server/sanctions-settings.ts'
import type { SanctionsLists } from './sanctions-lists.ts'

/** Only a job and `crels doctor` ask: no request of a member waits for it. */
const timeoutMs = 15_000

const answer = z.object({
  responses: z.object({
    member: z.object({
      status: z.optional(z.number()),
      results: z.array(
        z.object({
          id: z.string(),
          caption: z.string(),
          score: z.number(),
          match: z.boolean(),
          datasets: z._default(z.array(z.string()), []),
        }),
      ),
    }),
  }),
})

/**
 * Lists by the matching API of OpenSanctions: its own service, or `yente`, the same program run by the operator. What the
 * service itself calls a match is one; its threshold is set there.
 */
export function openSanctions({ origin, apiKey, dataset }: SanctionsSettings): SanctionsLists {
  const find: SanctionsLists['find'] = async ({ names, birthDates, countries }) => {
    const properties = { name: names, birthDate: birthDates, country: countries }
    const response = await fetch(`${origin}/match/${dataset}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `ApiKey ${apiKey}` }) },
      body: JSON.stringify({ queries: { member: { schema: 'Person', properties } } }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The lists of sanctions answered ${response.status}`)
    const { member } = answer.parse(await response.json()).responses
    if (member.status !== undefined && member.status !== 200)
      throw new Error(`The lists of sanctions answered ${member.status} for a person`)
    return member.results
      .filter(({ match }) => match)
      .toSorted((a, b) => b.score - a.score)
      .map(({ id, caption, score, datasets }) => ({
        id,
        name: caption,
        score: Math.round(score * 100),
        lists: datasets,
      }))
  }
  return {
    name: `${dataset} of ${origin}`,
    find,
    // Whether it lives says nothing of the key, the collection, or how much may be asked: only an answer does.
    check: async () => void (await find({ names: ['Crels Doctor'], birthDates: [], countries: [] })),
  }
}
