import { sql, type RawBuilder } from 'kysely'
import { correctionLengths, nearestWord } from '#rules/nearest-word.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { containing, splitQuery } from './campaign-text.ts'
import { runningAt } from './running-campaigns.ts'

/**
 * Corrects the spelling of a search without a hit: each word that is no part of a word of any campaign is replaced by
 * the nearest there is. Undefined where every word is known, or nothing is near.
 */
export async function correctQuery(db: ReadDb, q: string): Promise<string | undefined> {
  const words = splitQuery(q)
  const near = await findCandidates(db, words)
  const corrected = words.map((word) => nearestWord(word, near.get(word) ?? []) ?? word)
  const isSame = corrected.every((word, at) => word === words[at])
  return isSame ? undefined : corrected.join(' ')
}

/** For each word that no campaign has, the words it may be a misspelling of. */
async function findCandidates(db: ReadDb, words: string[]): Promise<Map<string, string[]>> {
  const asked = [...new Set(words)].flatMap((word) => {
    const lengths = correctionLengths(word)
    // Each slip brings in one letter at most, and takes one away: what has more letters of its own is not sent.
    return lengths ? [{ word, ...lengths, slips: lengths.max - word.length, part: containing(word) }] : []
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; near: string[] }>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(asked)}::json)
        as a (word text, min integer, max integer, slips integer, part text)
    ), unknown as materialized (
      select *, crels_letter_set(word) as letter_set
      from asked a where not exists (select from campaign_word k where k.word like a.part)
    )
    select a.word as asked, array_agg(w.word) as near
    from unknown a cross join lateral (
      select word from campaign_word
      where length(word) between a.min and a.max
        and ${isTwoBits(sql`(letter_set & ~a.letter_set)`)} and ${isTwoBits(sql`(a.letter_set & ~letter_set)`)}
      offset 0) w
    where length(translate(w.word, a.word, '')) <= a.slips and length(translate(a.word, w.word, '')) <= a.slips
    group by a.word`.execute(db)
  return new Map(rows.map((row) => [row.asked, row.near]))
}

/**
 * Whether a number of the query has two bits or fewer: as many slips as a word may have. Counting them takes ten times
 * as long.
 */
function isTwoBits(bits: RawBuilder<unknown>): RawBuilder<boolean> {
  const less = sql`(${bits} & (${bits} - 1))`
  return sql<boolean>`${less} & (${less} - 1) = 0`
}

/** Writes which words running campaigns have. Answers how many came and went. */
export async function refreshSearchTerms(tx: Tx): Promise<{ added: number; removed: number }> {
  const now = await databaseNow(tx)
  const words = sql`
    select distinct word
    from campaign c join brand b on b.id = c.brand_id join campaign_text t on t.campaign_id = c.id,
      regexp_split_to_table(t.letters, '[^[:alnum:]]+') as word
    where ${runningAt(now)} and length(word) between 3 and 40 and word ~ '[[:alpha:]]'`
  const added = await sql`
    insert into campaign_word (word) ${words} order by word on conflict do nothing`.execute(tx)
  const removed = await sql`
    delete from campaign_word w where not exists (select from (${words}) as s where s.word = w.word)`.execute(
    tx,
  )
  return { added: Number(added.numAffectedRows ?? 0n), removed: Number(removed.numAffectedRows ?? 0n) }
}
