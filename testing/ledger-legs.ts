import pg from 'pg'

/**
 * Has an empty ledger post in legs (migrations/functions/ledger_legs*.sql), as where its tables are spread over servers: the
 * clearing accounts, the triggers that stay with a party, and the table by which the functions know it. Nothing but tests
 * does so.
 */
export async function useLegs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ isThere: boolean; isUsed: boolean }>(
      `select to_regclass('public.ledger_legs') is not null as "isThere", exists (select from txn) as "isUsed"`,
    )
    if (rows[0]!.isThere) return
    if (rows[0]!.isUsed) throw new Error('A ledger with transactions cannot be put into legs')
    await client.query(`begin; ${switchToLegs}; commit`)
  } finally {
    await client.end()
  }
}

const switchToLegs = `
  create table ledger_legs ();
  insert into account_code (code, asset, floor, stripes) values
    ('house.clearing', 'CREL', null, 8), ('house.clearing', 'PTS', null, 8), ('house.clearing', 'USD', null, 1),
    ('campaign.clearing', 'CREL', null, 1), ('member.clearing', 'CREL', null, 1), ('member.clearing', 'PTS', null, 1);
  drop trigger entry_checked on entry;
  create trigger entry_checked after insert on entry
    referencing new table as added
    for each statement execute function ledger_check_leg_entries();
  drop trigger account_posted_explained on account;
  create constraint trigger account_posted_explained after update on account
    deferrable initially deferred
    for each row when (new.posted <> old.posted or new.version <> old.version)
    execute function ledger_check_leg_posted();
  create trigger txn_numbered before insert on txn
    for each row execute function ledger_number_leg()`
