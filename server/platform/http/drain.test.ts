import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { someLink } from '#testing/links.ts'
import { createMember } from '#testing/members.ts'
import { phone } from '#testing/visits.ts'
import { drain } from './drain.ts'

test('while it closes, what still reaches it is answered and no 503: a page, a call, a redirect, a stream that ends', async () => {
  const app = await startTestApp()
  onTestFinished(app.close)
  const { code } = await someLink(app.db)
  const { headers } = await createMember(app)
  // Held where it no longer opens connections: the lane for redirects and the streams are closed by then.
  const { server } = app.server
  const close = server.close.bind(server)
  let release: () => void = () => {}
  const closing = new Promise<void>((resolve) => {
    server.close = (done) => {
      release = () => void close(done)
      resolve()
      return server
    }
  })
  const { port } = new URL(await app.listen())
  const ask = async (path: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      headers: { 'user-agent': phone, ...more },
    })
    await answer.text()
    return answer
  }
  const drained = drain(app.server)
  await closing
  const answers = [
    await ask('/'),
    await ask('/api/v1/wallet', headers),
    await ask(`/s/${code}`),
    await ask('/api/v1/stream', { ...headers, accept: 'text/event-stream' }),
  ]
  release()
  await Promise.race([drained, sleep(3_000).then(() => Promise.reject(new Error('it does not end')))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 302, 200])
  expect(answers.map((answer) => answer.headers.get('connection'))).toEqual(Array(4).fill('close'))
})
