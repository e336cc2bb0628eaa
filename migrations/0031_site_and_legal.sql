-- What an operator says of the site, and the versions of its legal pages with who agreed to them. All of it is only added to.

create table site_value (
  id     bigint generated always as identity primary key,
  name   text not null check (name ~ '^[a-z]+(\.[a-z]+)?$'),
  value  text check (length(value) between 1 and 500),
  author text not null check (author ~ '\S' and length(author) <= 80),
  set_at timestamptz not null default crels_now()
);
comment on table site_value is 'Each time the operator set something of the site; the last row of a name is in force, null is the default again.';
create index site_value_last on site_value (name, id desc);

create table legal_version (
  document     text not null check (document in ('terms', 'privacy', 'cookies')),
  version      text not null check (version ~ '^\d{4}-\d\d-\d\d(\.\d{1,3})?$'),
  -- Goes up with each version of a document.
  place        integer not null check (place > 0),
  -- What changed, for members who are asked again.
  summary      text not null check (summary ~ '\S' and length(summary) <= 500),
  author       text not null check (author ~ '\S' and length(author) <= 80),
  published_at timestamptz not null default crels_now(),
  primary key (document, version),
  unique (document, place)
);
comment on table legal_version is 'Versions of the legal pages; the one with the highest place is in force.';
comment on column legal_version.version is 'The day it was published, with a number where it is not the first of that day.';

create table legal_text (
  document text not null,
  version  text not null,
  locale   text not null check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  body     text not null check (body ~ '\S' and length(body) <= 100000),
  primary key (document, version, locale),
  foreign key (document, version) references legal_version
);
comment on table legal_text is 'The Markdown of a version in a language, as it was published: with the operator and the numbers of that day.';

create table legal_agreement (
  uid       text not null references member on delete cascade,
  document  text not null,
  version   text not null,
  agreed_at timestamptz not null default crels_now(),
  primary key (uid, document, version),
  foreign key (document, version) references legal_version
);
comment on table legal_agreement is 'Which version a member agreed to, and when. It goes with the member: without them it proves nothing.';

\ir functions/legal.sql

create trigger site_value_append_only before update or delete or truncate on site_value
  for each statement execute function refuse_history_change();
create trigger legal_version_append_only before update or delete or truncate on legal_version
  for each statement execute function refuse_history_change();
create trigger legal_text_append_only before update or delete or truncate on legal_text
  for each statement execute function refuse_history_change();
create trigger legal_agreement_append_only before update on legal_agreement
  for each statement execute function refuse_history_change();
create trigger site_value_changed after insert on site_value
  for each statement execute function notify_site_changed();

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on site_value, legal_version, legal_text, legal_agreement from crels_app;
  end if;
end $$;
