import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'

test('closes connections beyond MAX_CONNECTIONS, and takes others when there is room again', async () => {
  const app = await startTestApp({ connectionsMax: 10 })
  onTestFinished(app.close)
  const port = Number(new URL(await app.listen()).port)
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const held = await Promise.all(Array.from({ length: 10 }, open))
  const beyond = await open()
  await once(beyond, 'close')
  expect(held.filter((socket) => socket.destroyed)).toEqual([])
  for (const socket of held) socket.destroy()
  await expect
    .poll(
      async () =>
        await fetch(`http://127.0.0.1:${port}/healthz`).then(
          (r) => r.status,
          () => 0,
        ),
    )
    .toBe(200)
})

test('every answer says which abilities of a browser no page of it gets', async () => {
  const app = await startTestApp()
  onTestFinished(app.close)
  for (const url of ['/', '/api/v1/nothing', '/healthz'])
    expect((await app.server.inject(url)).headers['permissions-policy']).toMatch(
      /camera=\(\).*geolocation=\(\)/,
    )
})
