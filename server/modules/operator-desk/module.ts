import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import * as contract from '#contracts/operator-desk.endpoints.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, answerFile, bind } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { job, type Jobs } from '#server/platform/jobs.ts'
import type { Module } from '#server/platform/module.ts'
import { eraseViews } from './erase-views.ts'
import { eraseFromExports } from './erase-from-exports.ts'
import {
  deleteExpiredExports,
  deleteExport,
  endExport,
  exportById,
  exportsOf,
  partsOf,
} from './export-queries.ts'
import { recordListFile, requireList, startExport } from './start-export.ts'
import { removeView, renameView, saveView, viewsOf } from './views.ts'
import { writeExport, type AskedExport } from './write-export.ts'

/** What an operator keeps for themselves: views of lists, and files of them. */
export function operatorDeskModule({ db, enqueue }: { db: Db; enqueue: Jobs['add'] }): Module {
  return {
    routes: [
      bind(contract.listOperatorViews, async ({ db: pool, actor, query }) => ({
        items: await viewsOf(pool, actor.operatorId, query.list),
      })),
      bind(contract.saveOperatorView, async ({ transaction, actor, body }) =>
        transaction((tx) => saveView(tx, actor.operatorId, body)),
      ),
      bind(contract.renameOperatorView, async ({ transaction, actor, params, body }) =>
        transaction((tx) => renameView(tx, actor.operatorId, { ...params, ...body })),
      ),
      bind(contract.removeOperatorView, async ({ transaction, actor, params }) => {
        await transaction((tx) => removeView(tx, actor.operatorId, params.id))
        return answer(204, null)
      }),
      bind(contract.recordListFile, async ({ transaction, actor, body }) => {
        await transaction((tx) => recordListFile(tx, actor, body))
        return answer(204, null)
      }),
      bind(contract.listOperatorExports, async ({ db: pool, actor }) => ({
        items: await exportsOf(pool, actor.operatorId),
      })),
      bind(contract.startOperatorExport, async ({ transaction, actor, body }) =>
        answer(202, await transaction((tx) => startExport(tx, actor, body, enqueue))),
      ),
      bind(contract.removeOperatorExport, async ({ transaction, actor, params: { id } }) => {
        await transaction(async (tx) => {
          const found = await ownExport(tx, actor.operatorId, id)
          const isUnderWay = found.state === 'waiting' || found.state === 'running'
          if (!isUnderWay || !(await endExport(tx, { id }, 'cancelled'))) await deleteExport(tx, id)
        })
        return answer(204, null)
      }),
      bind(contract.downloadOperatorExport, async ({ db: pool, actor, params: { id } }) => {
        const { list, state, startedAt } = await ownExport(pool, actor.operatorId, id)
        requireList(actor, list)
        if (state !== 'ready') throw problem('conflict', { detail: `This file is ${state}.` })
        return answerFile(Readable.from(linesOf(pool, id)), `${list}-${startedAt.slice(0, 10)}.csv`)
      }),
    ],
    erase: [
      {
        name: 'operator-desk',
        erase: async (member) => {
          await eraseFromExports(db, member)
          await eraseViews(db, member)
        },
      },
    ],
    jobs: [
      job({
        name: 'write-operator-export',
        doc: 'Makes a file of a list that an operator asked for.',
        run: async (asked: AskedExport) => await writeExport(db, asked),
        // One that failed says so, and is asked for again.
        retryLimit: 1,
      }),
      job({
        name: 'remove-operator-exports',
        doc: 'Removes files that operators asked for a day ago.',
        cron: '17 * * * *',
        run: async () => ({ removed: await deleteExpiredExports(db) }),
      }),
    ],
  }
}

async function ownExport(db: Db, operatorId: string, id: string) {
  const found = await exportById(db, operatorId, id)
  if (!found) throw problem('not_found', { detail: 'There is no such file, or it has expired.' })
  return found
}

async function* linesOf(db: Db, id: string): AsyncGenerator<Buffer> {
  for await (const part of partsOf(db, id)) yield gunzipSync(part)
}
