import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { LineProcess } from './line-process.ts'

/** Says a job again with its process's id; what else it does is in the job. */
const script = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const job = JSON.parse(line)
    if (job === 'ends') process.exit(3)
    if (job === 'complains') process.stderr.write('cannot\\n')
    if (job !== 'hangs') process.stdout.write(JSON.stringify({ job, pid: process.pid, env: process.env }) + '\\n')
  })`

interface Answer {
  job: string
  pid: number
  env: object
}

let warnings: object[] = []
const log = pino({ base: null, timestamp: false }, { write: (line) => warnings.push(JSON.parse(line)) })
const opened: LineProcess<string, Answer>[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
  warnings = []
})

// A test's machine is busy: a process may take seconds to start.
function open({ silentMs = 60_000, idleMs = 60_000 } = {}) {
  const says = { complains: 'a job failed', ended: 'the process of the test ended' }
  const process = new LineProcess<string, Answer>({ args: ['-e', script], silentMs, idleMs, log, says })
  opened.push(process)
  return process
}
const ended = (reason: string) => ({ level: 40, reason, msg: 'the process of the test ended' })

test('answers each job in its order, by one process that has no environment of ours', async () => {
  const process = open()
  process.warm()
  const jobs = ['one', 'two', 'three']
  const asked = jobs.map(async (job) => await process.ask(job))
  expect(process.waiting).toBe(3)
  const answers = await Promise.all(asked)
  expect(answers.map(({ job }) => job)).toEqual(jobs)
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
  expect(answers[0]!.env).not.toHaveProperty('PATH')
  expect([process.waiting, warnings]).toEqual([0, []])
})

test('where it ends, what waits is given up, the log says so, and the next job starts another', async () => {
  const process = open()
  const first = await process.ask('one')
  const asked = await Promise.allSettled([process.ask('ends'), process.ask('two')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(warnings).toEqual([ended('exit 3')])
  expect((await process.ask('three')).pid).not.toBe(first.pid)
})

test('one that is silent is killed', async () => {
  await expect(open({ silentMs: 100 }).ask('hangs')).rejects.toThrow('the process of the test ended: silent')
  expect(warnings).toEqual([ended('silent')])
})

test('what it complains of is in the log; an idle or closed one ends without a word', async () => {
  const process = open({ idleMs: 1 })
  const first = await process.ask('complains')
  await expect.poll(() => warnings).toEqual([{ level: 40, line: 'cannot', msg: 'a job failed' }])
  await expect.poll(async () => (await process.ask('two')).pid).not.toBe(first.pid)
  const given = process.ask('hangs')
  process.close()
  await expect(given).rejects.toThrow('closed')
  expect(warnings).toHaveLength(1)
})
