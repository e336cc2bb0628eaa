import { expect, it, vi } from 'vitest'
import type { ProblemCode } from '#contracts/errors.ts'
import { ApiProblem } from './api-problem.ts'
import { proofWanted, repeated } from './recent-login.ts'

const refusal = (code: ProblemCode) =>
  new ApiProblem({ type: '', title: '', status: 403, detail: '', code, requestId: 'r1' })

/** Makes a call as one that carries no token. */
const withProof = (attempt: () => Promise<string>) => repeated(attempt, { carries: 'none', proves: true })

/** A call that is refused so many times before it works. */
const refused = (times: number, code: ProblemCode = 'requires_recent_login') => {
  let left = times
  return vi.fn(async () => {
    if (left-- > 0) throw refusal(code)
    return 'done'
  })
}

it('goes on with the call once the proof is there', async () => {
  const attempt = refused(1)
  const answer = withProof(attempt)
  await vi.waitFor(() => expect(proofWanted()).not.toBeNull(), 20_000)
  expect(attempt).toHaveBeenCalledTimes(1)
  proofWanted()!.settle(true)
  expect(await answer).toBe('done')
  expect(attempt).toHaveBeenCalledTimes(2)
  expect(proofWanted()).toBeNull()
})

it('rejects with the refusal itself when the member cancels, and does not call again', async () => {
  const attempt = refused(1)
  const answer = withProof(attempt)
  await vi.waitFor(() => expect(proofWanted()).not.toBeNull(), 20_000)
  proofWanted()!.settle(false)
  await expect(answer).rejects.toMatchObject({ code: 'requires_recent_login' })
  expect(attempt).toHaveBeenCalledTimes(1)
})

it('asks once for calls that are refused together, and does not ask twice for one', async () => {
  const calls = [refused(1), refused(2)]
  const answers = Promise.allSettled(calls.map(withProof))
  await vi.waitFor(() => expect(proofWanted()).not.toBeNull(), 20_000)
  const { settle } = proofWanted()!
  settle(true)
  settle(false)
  const [first, second] = await answers
  expect(first).toEqual({ status: 'fulfilled', value: 'done' })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'requires_recent_login' } })
  expect(proofWanted()).toBeNull()
})

it('asks for a second factor after the recent sign-in, each once', async () => {
  let step = 0
  const attempt = async () => {
    step += 1
    if (step === 1) throw refusal('requires_recent_login')
    if (step === 2) throw refusal('requires_second_factor')
    return 'done'
  }
  const answer = withProof(attempt)
  await vi.waitFor(() => expect(proofWanted()?.code).toBe('requires_recent_login'), 20_000)
  // Another call that wants the other proof waits for its turn, and shares it.
  const other = withProof(refused(1, 'requires_second_factor'))
  proofWanted()!.settle(true)
  await vi.waitFor(() => expect(proofWanted()?.code).toBe('requires_second_factor'), 20_000)
  proofWanted()!.settle(true)
  expect(await Promise.all([answer, other])).toEqual(['done', 'done'])
  expect(proofWanted()).toBeNull()
})

it('leaves every other refusal alone', async () => {
  await expect(withProof(refused(1, 'forbidden'))).rejects.toMatchObject({ code: 'forbidden' })
  expect(proofWanted()).toBeNull()
})
