-- Categories that an operator edits, orders and retires. The log has every version of one; none is deleted, since campaigns and links name it.

alter table category
  -- By language other than English: `{"es": {"name": …, "description": …}}`. English is in the columns.
  add column texts      jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  -- Campaigns that are over stay in a retired one; no other is put into it.
  add column is_retired boolean not null default false,
  -- Of its texts, icon, industries and of being retired; its place is no part of it.
  add column revision   integer not null default 1 check (revision > 0),
  drop constraint category_position_key,
  -- One statement moves them all.
  add constraint category_position_key unique (position) deferrable initially immediate;
comment on column category.texts is 'Texts that an operator entered in other languages.';

select audit_table('category', 'slug');

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on category from crels_app;
  end if;
end $$;
