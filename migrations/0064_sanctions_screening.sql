-- Who is to be paid is looked for in lists of sanctions (docs/decisions/118-a-payout-is-screened-by-lists-that-others-keep.md).

create table sanctions_screening (
  id            text primary key check (id ~ '^scr_[0-9a-f]{32}$'),
  redemption_id text not null references redemption (id),
  subject       bytea not null check (length(subject) = 32),
  lists         text not null check (lists <> ''),
  matches       integer not null check (matches >= 0),
  details       text check (details ~ '^s2\.'),
  screened_at   timestamptz(3) not null default crels_now(),
  cleared_by    text check (cleared_by <> ''),
  cleared_at    timestamptz(3),
  check ((cleared_by is null) = (cleared_at is null)),
  check (cleared_by is null or matches > 0)
);
comment on table sanctions_screening is 'What lists of sanctions said of who a redemption would pay: each look is a row, and the last one counts.';
comment on column sanctions_screening.subject is 'A digest of who was looked for: names, birthday, country, tax form and destination. Of another one it proves nothing.';
comment on column sanctions_screening.lists is 'What was asked, as the setting named it.';
comment on column sanctions_screening.details is 'The matches, sealed with a key of the installation''s secret; null where there are none, and once the member has left.';
comment on column sanctions_screening.cleared_by is 'The operator who looked at the matches and found them to be somebody else.';
create index sanctions_screening_of on sanctions_screening (redemption_id, screened_at desc, id desc);

\ir functions/redemptions.sql

create trigger sanctions_screening_kept before update on sanctions_screening
for each row execute function sanctions_screening_kept();

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on sanctions_screening from crels_app;
  end if;
end $$;
