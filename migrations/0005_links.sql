-- Short links, and where none may lead.

-- Where no short link may lead, as the operator says.
create table blocked_host (
  host       text primary key check (host ~ '^[a-z0-9.-]{1,253}$' and host !~ '^\.|\.$'),
  reason     text not null check (reason ~ '\S' and length(reason) <= 200),
  blocked_at timestamptz not null default crels_now()
);
comment on table blocked_host is 'A host and everything below it, in ASCII. Links that led there when it was blocked were banned.';

create table link (
  id              text primary key check (id ~ '^lnk_[0-9a-f]{32}$'),
  code            text not null unique check (code ~ '^[a-z0-9-]{3,40}$'),
  kind            text not null check (kind in ('tracking', 'own', 'share', 'deep')),
  owner_uid       text not null,
  enrolment_id    text,
  campaign_id     text,
  destination_url text not null check (destination_url ~ '^https?://[^[:cntrl:][:space:]]+$' and length(destination_url) <= 2048),
  title           text,
  default_sub     text check (default_sub ~ '^[A-Za-z0-9._:~-]{1,100}$'),
  utm             jsonb check (jsonb_typeof(utm) = 'object'),
  state           text not null default 'active' check (state in ('active', 'disabled', 'banned')),
  expires_at      timestamptz,
  created_at      timestamptz not null default crels_now(),
  fallback_url    text check (fallback_url ~ '^https?://[^[:cntrl:][:space:]]+$' and length(fallback_url) <= 2048),
  removed_at      timestamptz check (removed_at is null or state <> 'active'),
  -- On the link, so that the loader of clicks asks nothing else of those that pay nothing.
  pays_clicks     boolean not null default false,
  -- Joining again turns on what leaving turned off, and nothing that its owner or the operator did.
  stopped_by_leaving boolean not null default false,
  -- A host of the list stops the links that lead there, and leaves what people decided about them: taken from the list,
  -- each link is what it would have been without it.
  blocked_by_host text references blocked_host (host) deferrable initially deferred,
  -- A link that a person banned and then let go gets back the state it had.
  banned_from     text check (banned_from in ('active', 'disabled')),
  -- A share link stands for a campaign, and for the enrolment of its maker where there is one, beside the tracking link; a
  -- deep link stands for an enrolment too, and leads to another page of the campaign's allowed hosts.
  constraint link_stands_for check (case kind
    when 'tracking' then enrolment_id is not null and campaign_id is not null
    when 'deep' then enrolment_id is not null and campaign_id is not null
    when 'share' then campaign_id is not null
    else enrolment_id is null
  end),
  check (banned_from is null or state = 'banned')
);
comment on table link is 'A short link: /s/{code} leads to destination_url. A tracking link is the short link of one enrolment.';
comment on column link.kind is 'tracking: the one of an enrolment; deep: a further one of it; share: of one share; own: of no campaign.';
comment on column link.state is 'What a person decided; a link past expires_at is expired without being touched.';
comment on column link.utm is 'utm_* parameters added to the destination: {"utm_source": "…"}.';
comment on column link.fallback_url is 'Where visits go once expires_at has passed; a page says it where there is none.';
comment on column link.removed_at is 'Its owner removed it. The code stays taken: what was printed must not lead to another member''s link.';
comment on column link.pays_clicks is 'Its enrolment is paid for clicks: unique ones are written to payable_click.';
comment on column link.stopped_by_leaving is 'It was active when its owner left the campaign, and no decision was made about it since.';
comment on column link.blocked_by_host is 'The host of the list that it leads to, kept by a trigger: it answers as a banned one, whatever its state.';
comment on column link.banned_from is 'The state it had when an operator banned it; null for one banned before that was kept.';
create index link_campaign on link (campaign_id) where campaign_id is not null;
create index link_owner on link (owner_uid, id);
create unique index link_tracking on link (enrolment_id) where kind = 'tracking';
create index link_of_enrolment on link (enrolment_id) where enrolment_id is not null;

-- What the loader of clicks asks for every link that was visited: small, and in memory.
create index link_shared on link (id) where kind = 'share';

-- The list of a member's links, newest first.
create index link_listed on link (owner_uid, id) where removed_at is null;
create index link_paying on link (id) where pays_clicks;
create index link_blocked on link (blocked_by_host) where blocked_by_host is not null;

-- ── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/links.sql

create trigger link_added after insert on link
  referencing new table as new_links for each statement execute function link_changed();
create trigger link_updated after update on link
  referencing old table as old_links new table as new_links for each statement execute function link_changed();
create trigger link_removed after delete on link
  referencing old table as old_links for each statement execute function link_changed();
create trigger link_blocked_at_first before insert on link for each row execute function link_host_blocked();
create trigger link_blocked_when_moved before update of destination_url, fallback_url on link
  for each row when (old.destination_url <> new.destination_url or old.fallback_url is distinct from new.fallback_url)
  execute function link_host_blocked();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on blocked_host from crels_app;
  end if;
end $$;
