-- Tax forms of members who are paid (docs/decisions/115-a-tax-form-is-asked-for-from-a-years-payouts-on.md).

create table tax_profile (
  id            text primary key check (id ~ '^txp_[0-9a-f]{32}$'),
  uid           text not null check (uid <> ''),
  form          text not null check (form in ('w9', 'w8ben', 'dac7')),
  details       text not null check (details ~ '^s2\.'),
  certification text not null check (certification <> ''),
  certified_at  timestamptz(3) not null default crels_now(),
  keep_until    date
);
comment on table tax_profile is 'What members certified for taxes: a change adds a row, and the last one of a form counts.';
comment on column tax_profile.uid is 'The member; once they have left, the party.';
comment on column tax_profile.details is 'Name, address, numbers: sealed with a key of the installation''s secret.';
comment on column tax_profile.certification is 'The version of the words that they certified it by.';
comment on column tax_profile.keep_until is 'Of a member who has left: the last day on which the law asks for it.';
create index tax_profile_of on tax_profile (uid, certified_at desc, id desc);
create index tax_profile_kept on tax_profile (keep_until) where keep_until is not null;

\ir functions/tax.sql

create trigger tax_profile_kept before update on tax_profile for each row execute function tax_profile_kept();

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on tax_profile from crels_app;
  end if;
end $$;
