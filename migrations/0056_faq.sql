-- The questions and answers that an operator writes: an entry in versions, and the order of a topic. What is not here is as content/faq has it.

create table faq_version (
  id       bigint generated always as identity primary key,
  slug     text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  topic    text not null check (topic ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(topic) <= 60),
  -- By language, question and answer; English is always there. Null: those that come with Crels.
  texts    jsonb check (jsonb_typeof(texts) = 'object' and texts -> 'en' ->> 'question' ~ '\S' and texts -> 'en' ->> 'answer' ~ '\S'),
  -- A retired entry is a version too: it can be shown again.
  is_shown boolean not null,
  set_by   text not null check (set_by ~ '\S'),
  reason   text not null check (reason ~ '\S' and length(reason) <= 500),
  set_at   timestamptz(3) not null default crels_now()
);
comment on table faq_version is 'A change of an entry adds a row; the last one of a slug is in force.';
create index faq_version_last on faq_version (slug, id desc);

create table faq_order (
  id     bigint generated always as identity primary key,
  topic  text not null check (topic ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(topic) <= 60),
  -- Entries in their order; those that are not named come after them. None: the order that comes with Crels.
  slugs  text[] not null,
  set_by text not null check (set_by ~ '\S'),
  reason text not null check (reason ~ '\S' and length(reason) <= 500),
  set_at timestamptz(3) not null default crels_now()
);
comment on table faq_order is 'A change of a topic''s order adds a row; the last one of a topic is in force.';
create index faq_order_last on faq_order (topic, id desc);

create trigger faq_version_append_only before update or delete or truncate on faq_version
  for each statement execute function refuse_history_change();
create trigger faq_order_append_only before update or delete or truncate on faq_order
  for each statement execute function refuse_history_change();
create trigger faq_version_changed after insert on faq_version
  for each statement execute function notify_site_changed();
create trigger faq_order_changed after insert on faq_order
  for each statement execute function notify_site_changed();

select audit_table('faq_version', 'id');
select audit_table('faq_order', 'id');

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on faq_version, faq_order from crels_app;
  end if;
end $$;
