import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedIn } from '#contracts/identity.schemas.ts'
import { TOO_FAST_MS } from '#rules/attribution.ts'
import { cookieOf } from '#testing/members.ts'
import { startProgram } from '#testing/processes.ts'
import { phone } from '#testing/visits.ts'

/** Where the load is made: `origin` of a process of the version that is replaced, and how its commands are run. */
export interface StartedFrom {
  origin: string
  cwd: string
  settings: Record<string, string>
}

/** What the load works with, all made by the version that is replaced, on its own schema. */
export interface UpgradeStage {
  /** A brand's key. */
  key: string
  /** The path of a short link. */
  visited: string
  members: Member[]
}

interface Member {
  email: string
  password: string
  authorization: string
}

/** Who acts by commands on the stage. */
export const operator = 'olga@crels.example'
const slug = 'upgraded'
/** Each checks in once; then they are refused. */
const memberCount = 8

/** Makes a brand with two campaigns, members, a link to visit, and a sale (`refunded`) that refunds are taken from. */
export async function makeUpgradeStage({ origin, cwd, settings }: StartedFrom): Promise<UpgradeStage> {
  const command = async <T>(args: string[], input?: string): Promise<T> => {
    const line = [process.execPath, 'server/cli.ts', ...args, '--json']
    const { status, stdout, stderr } = await startProgram(line, { ...settings, OPERATOR: operator }, input, {
      cwd,
    }).ended
    if (status !== 0) throw new Error(`crels ${args.join(' ')} ended with ${status}: ${stderr}`)
    return JSON.parse(stdout) as T
  }
  const campaign = async (title: string, crels: number) => {
    const texts = { title, summary: 'While it is upgraded.', terms: '## What counts\n\nEvery sale.' }
    const where = { brand: slug, category: 'audio', destinationUrl: 'https://brand.example/landing' }
    const file = { ...texts, ...where, reward: { sale: { crels } }, budgetCrels: 100_000, publish: true }
    const args = ['campaign', 'create', '--file', '-']
    return (await command<{ id: string }>(args, JSON.stringify(file))).id
  }
  await command(['operator', 'add', operator, '--name', 'Olga', '--role', 'owner'])
  const brand = ['--slug', slug, '--name', 'Upgraded', '--website', 'https://brand.example']
  await command(['brand', 'create', ...brand])
  const [{ key }, small, large] = await Promise.all([
    command<{ key: string }>(['brand', 'key', 'create', slug]),
    campaign('A crel a sale', 1),
    campaign('Many crels a sale', 5_000),
  ])
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(origin + path, { ...init, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const signUp = async (name: string): Promise<Member> => {
    const account = { email: `${name}@example.com`, password: `the password of ${name}` }
    const signedUp = await call('/identity/sign-up', { ...account, displayName: name })
    const mails = await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(account.email)}`)
    const [mail] = (await mails.json()) as { code: string }[]
    const cookie = cookieOf(signedUp.headers.get('set-cookie') ?? undefined)
    const confirmed = await call('/identity/verification/confirm', { code: mail!.code }, { cookie })
    const { accessToken } = (await confirmed.json()) as SignedIn
    return { ...account, authorization: `Bearer ${accessToken}` }
  }
  const members = await Promise.all(Array.from({ length: memberCount }, (_, at) => signUp(`member-${at}`)))
  const join = async (id: string) => {
    const { authorization } = members[0]!
    const headers = { authorization, 'idempotency-key': `join-${id}` }
    const joined = await call(`/api/v1/campaigns/${id}/enrolment`, {}, headers)
    return new URL(((await joined.json()) as { link: { url: string } }).link.url).pathname
  }
  const visited = await join(small)
  const click = await fetch(origin + (await join(large)), {
    redirect: 'manual',
    headers: { 'user-agent': phone },
  })
  const clickId = new URL(click.headers.get('location')!).searchParams.get('crels_click')!
  // Sooner it would be under review, and its refund take nothing from the member.
  await sleep(TOO_FAST_MS + 500)
  const sale = await call(
    '/api/v1/conversions',
    { eventId: 'refunded', clickId, type: 'sale', amount: { currency: 'USD', minor: 5_000 } },
    { authorization: `Bearer ${key}` },
  )
  const { status } = (await sale.json()) as { status: string }
  if (status !== 'accepted') throw new Error(`The sale that is refunded is ${status}`)
  return { key, visited, members }
}

/** What was answered as it should be, by what was asked, and a line for each request that was not. */
export interface Answered {
  clicks: string[]
  sales: string[]
  /** Addresses of members whose check-in was granted. */
  checkIns: Set<string>
  signIns: number
  calls: number
  failures: string[]
}

/**
 * Visitors, a member who reads, members who check in and sign in, and a brand that reports each sale once and refunds
 * another by the cent, until `end`. Nothing is tried twice.
 */
export function startUpgradeLoad(origin: string, { key, visited, members }: UpgradeStage) {
  const answered: Answered = {
    clicks: [],
    sales: [],
    checkIns: new Set(),
    signIns: 0,
    calls: 0,
    failures: [],
  }
  const over = new AbortController()
  const ask = async (
    address: string,
    init: RequestInit,
    ...wanted: number[]
  ): Promise<Response | undefined> => {
    try {
      const answer = await fetch(origin + address, { redirect: 'manual', ...init })
      if (wanted.includes(answer.status)) return answer
      answered.failures.push(`${address}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    } catch (error) {
      answered.failures.push(`${address}: ${String((error as Error).cause ?? error)}`)
    }
  }
  const post = (body: object, authorization?: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })
  const visit = async (one: number) => {
    const headers = { 'user-agent': phone, 'x-forwarded-for': `203.0.113.${one % 250}` }
    const answer = await ask(visited, { headers }, 302)
    const click = answer && new URL(answer.headers.get('location')!).searchParams.get('crels_click')
    if (click) answered.clicks.push(click)
    return click
  }
  const brand = `Bearer ${key}`
  const call = async (one: number) => {
    const { authorization } = members[0]!
    for (const path of ['/api/v1/wallet', '/api/v1/notifications'])
      if (await ask(path, { headers: { authorization } }, 200)) answered.calls += 1
    const clickId = one % 10 === 0 ? await visit(one) : undefined
    if (!clickId) return
    const eventId = `sale-${one}`
    const sale = { eventId, clickId, type: 'sale', amount: { currency: 'USD', minor: 5_000 } }
    if (await ask('/api/v1/conversions', post(sale, brand), 201)) answered.sales.push(eventId)
    const refund = { refundId: `refund-${one}`, amount: { currency: 'USD', minor: 1 } }
    await ask('/api/v1/conversions/refunded/refund', post(refund, brand), 200)
  }
  const member = async (one: number) => {
    const { email, password } = members[one % members.length]!
    const signedIn = await ask('/identity/sign-in', post({ email, password }), 200)
    if (!signedIn) return
    answered.signIns += 1
    const { accessToken } = (await signedIn.json()) as SignedIn
    // One a day: further ones are refused.
    const path = '/api/v1/gamification/daily-check-in'
    const isFirst = !answered.checkIns.has(email)
    const granted = await ask(path, post({}, `Bearer ${accessToken}`), isFirst ? 200 : 409)
    if (granted && isFirst) answered.checkIns.add(email)
  }
  const repeat = async (work: (one: number) => Promise<unknown>, everyMs = 50) => {
    for (let one = 0; !over.signal.aborted; one += 1) {
      await work(one)
      await sleep(everyMs)
    }
  }
  const running = Promise.all([repeat(visit), repeat(visit), repeat(call), repeat(member, 700)])
  return {
    end: async (): Promise<Answered> => {
      over.abort()
      await running
      return answered
    },
  }
}
