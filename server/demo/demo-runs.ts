import { sql } from 'kysely'
import type { DemoRun } from '#contracts/operator-setup.schemas.ts'
import type { Db, Tx } from '../platform/database.ts'

type Row = Omit<DemoRun, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

/** The last time that demo data was loaded or removed; null where it never was. */
export async function lastRun(db: Db): Promise<DemoRun | null> {
  const { rows } = await sql<Row>`
    select kind, state, step, asked_by as "askedBy", started_at as "startedAt", ended_at as "endedAt"
    from demo_run order by id desc limit 1`.execute(db)
  const [row] = rows
  return row
    ? { ...row, startedAt: row.startedAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null }
    : null
}

/** Inserts a run that waits for its job; undefined where one is under way. */
export async function insertRun(tx: Tx, kind: DemoRun['kind'], askedBy: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into demo_run (kind, asked_by) values (${kind}, ${askedBy}) on conflict do nothing returning id`.execute(
    tx,
  )
  return rows[0]?.id
}

/** Begins a run, or goes on with one whose worker was killed; false where it is over. */
export async function beginRun(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update demo_run set state = 'running', step = 0 where id = ${id} and ended_at is null`.execute(db)
  return numAffectedRows === 1n
}

export async function recordStep(db: Db, id: number, step: number): Promise<void> {
  await sql`update demo_run set step = ${step} where id = ${id} and ended_at is null`.execute(db)
}

export async function endRun(db: Db, id: number, state: 'done' | 'failed'): Promise<void> {
  await sql`
    update demo_run set state = ${state}, ended_at = now() where id = ${id} and ended_at is null`.execute(db)
}

/** Whether there is a member who is none of the demo's. */
export async function hasRealMembers(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from member where email not like '%@demo.crels.example' limit 1`.execute(db)
  return rows.length > 0
}

/** Whether there is demo data. */
export async function hasDemo(db: Db): Promise<boolean> {
  const { rows } = await sql`select from brand where demo limit 1`.execute(db)
  return rows.length > 0
}
