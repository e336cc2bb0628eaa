import { saveProfile, provisionMember } from '../modules/accounts/public.ts'
import type { Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { embeddedIssuer } from '../platform/verified-token.ts'
import { demoCreator, otherCreators } from './content/creators.ts'
import type { DemoCreator, DemoHistory } from './content/demo-content.ts'
import { inTheirTime } from './demo-time.ts'
import { dayMs } from '#rules/utc-date.ts'

/** A demo creator as use cases see a member. */
export interface DemoActor {
  uid: string
  party: string
  emailVerified: true
}

/** Makes the creators, each three days before their first campaign; answers them by key. Only `uid`'s can sign in. */
export async function loadMembers(
  tx: Tx,
  { uid, history }: { uid: string; history: DemoHistory },
): Promise<Map<string, DemoActor>> {
  const actors = new Map<string, DemoActor>()
  const latest = history.enrolments.at(-1)!.appliedAt
  for (const creator of [demoCreator, ...otherCreators]) {
    const first =
      history.enrolments.find((enrolment) => enrolment.creator === creator.key)?.appliedAt ?? latest
    const sub = creator === demoCreator ? uid : newId('member')
    const at = new Date(first.getTime() - 3 * dayMs)
    actors.set(creator.key, await inTheirTime(tx, at, async () => await loadMember(tx, sub, creator)))
  }
  return actors
}

async function loadMember(tx: Tx, sub: string, creator: DemoCreator): Promise<DemoActor> {
  const { email, displayName, fullName, birthday, countryOfResidence, channels, timeZone } = creator
  const token = { iss: embeddedIssuer, sub, email, emailVerified: true, displayName, photoURL: null }
  const member = await provisionMember(tx, token)
  await saveProfile(tx, member.uid, {
    ...member,
    fullName,
    displayName,
    birthday,
    gender: creator.gender.replace('-', '_'),
    countryOfResidence,
    industries: creator.industries.map(industryOf),
    channels: [...channels],
    timeZone,
  })
  return { uid: member.uid, party: member.party, emailVerified: true }
}

/** The taxonomy's word for a category's name. */
function industryOf(name: string): string {
  const words: Record<string, string> = { 'Food & drink': 'food', Audio: 'music', Games: 'gaming' }
  return words[name] ?? name.toLowerCase()
}
