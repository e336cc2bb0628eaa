import { Readable } from 'node:stream'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { synced, tables } from './tables.ts'

/** How long an answer may take, in milliseconds. No transaction waits for one but those that store clicks. */
const answerMs = 10_000

/** Column stores are asked with texts of many ids. */
const queryBytesMax = '64000000'

/** One ClickHouse, by its own client, which is loaded only where it is set. Its tables are made at the first use. */
export class ClickHouseConnection {
  readonly #url: string
  #client: Promise<ClickHouseClient> | undefined
  #ready: Promise<void> | undefined

  /** `url` is of its HTTP interface, with user, password and the database's name: `http://crels:…@host:8123/crels`. */
  constructor(url: string) {
    this.#url = url
  }

  /** Rows of a query. Throws `unavailable` where it cannot be asked. */
  async rows<Row>(query: string): Promise<Row[]> {
    return await this.#asked(async (client) => {
      const answer = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: settings })
      return await answer.json<Row>()
    })
  }

  /** A statement without an answer. Throws `unavailable` where it cannot be asked. */
  async run(query: string): Promise<void> {
    await this.#asked(async (client) => await client.command({ query, clickhouse_settings: settings }))
  }

  /** Inserts lines, once for a token as long as ClickHouse knows it. Throws `unavailable` where it cannot be asked. */
  async insert(table: string, columns: [string, ...string[]], lines: string, token: string): Promise<void> {
    await this.#asked(
      async (client) =>
        await client.insert({
          table,
          columns,
          values: Readable.from([Buffer.from(lines, 'latin1')], { objectMode: false }),
          format: 'TabSeparated',
          clickhouse_settings: { ...settings, ...oneBlock, insert_deduplication_token: token },
        }),
    )
  }

  /** Its version; throws what is wrong. */
  async version(): Promise<string> {
    const [row] = await this.rows<{ version: string }>('select version() as version')
    return row!.version
  }

  /** Why a mutation that was accepted cannot be done; null where each can, or is. */
  async mutationFailure(): Promise<string | null> {
    const [row] = await this.rows<{ reason: string }>(
      `select latest_fail_reason as reason from system.mutations
       where database = currentDatabase() and not is_done and latest_fail_reason != '' limit 1`,
    )
    return row?.reason ?? null
  }

  async close(): Promise<void> {
    await (await this.#client)?.close()
  }

  async #asked<T>(ask: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    try {
      const client = await (this.#client ??= openClient(this.#url))
      const made = (this.#ready ??= makeTables(client))
      await made
      try {
        return await ask(client)
      } catch (error) {
        // It is a new one at the old address.
        if ((error as { code?: string }).code !== unknownTable) throw error
        if (this.#ready === made) this.#ready = makeTables(client)
        await this.#ready
        return await ask(client)
      }
    } catch (error) {
      this.#ready = undefined
      throw away(error)
    }
  }
}

const unknownTable = '60'

const settings: ClickHouseSettings = {
  max_query_size: queryBytesMax,
  // An insert that comes again writes nothing, into the tables behind views neither.
  deduplicate_blocks_in_dependent_materialized_views: 1,
  // An insert is answered when it is written, and is a block of its own.
  async_insert: 0,
  // Counts of clicks fit a number of JSON.
  output_format_json_quote_64bit_integers: 0,
  // A mutation that is accepted is kept and done: what it rewrites may take longer than an answer may.
  mutations_sync: '0',
}

/** Has an insert be one block, so that each table has all of it or nothing. */
const oneBlock: ClickHouseSettings = {
  input_format_parallel_parsing: 0,
  max_insert_block_size: '4000000',
  min_insert_block_size_rows: '4000000',
  min_insert_block_size_bytes: '0',
}

async function openClient(url: string): Promise<ClickHouseClient> {
  const { createClient } = await import('@clickhouse/client')
  return createClient({ url, request_timeout: answerMs, application: 'crels', log: { level: 127 } })
}

async function makeTables(client: ClickHouseClient): Promise<void> {
  for (const query of tables) await client.command({ query })
  // Those of 0.1.0 are not synced yet.
  const names = tables.flatMap((query) => /^create table if not exists (\w+)/.exec(query)?.[1] ?? [])
  const answer = await client.query({
    query: `select name from system.tables where database = currentDatabase()
      and name in (${names.map((name) => `'${name}'`).join(', ')}) and position(engine_full, 'fsync_after_insert') = 0`,
    format: 'JSONEachRow',
  })
  for (const { name } of await answer.json<{ name: string }>())
    await client.command({ query: `alter table ${name} modify setting ${synced}` })
}

function away(cause: unknown): Problem {
  const said = cause instanceof Error ? cause.message : String(cause)
  return problem('unavailable', { cause, internal: `ClickHouse: ${said.slice(0, 500)}` })
}
