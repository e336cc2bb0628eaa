-- Brands and their keys, categories, campaigns with their terms, and members' enrolments.
--
-- Locks are taken in one order: campaign, enrolment, link, ledger accounts (server/modules/campaigns/README.md).
-- A campaign's `state` is what was last written; time and budget may have moved it on since (rules/campaign-state.ts).

-- ── Brands ───────────────────────────────────────────────────────────────────────────────────────────────

create table brand (
  id         text primary key default new_id('brd') check (id ~ '^brd_[0-9a-f]{32}$'),
  slug       text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name       text not null check (name ~ '\S' and length(name) <= 80),
  tagline    text not null default '' check (length(tagline) <= 160),
  about      text not null default '' check (length(about) <= 4000),
  website    text not null check (website ~ '^https?://\S+$' and length(website) <= 2048),
  color_base text not null check (color_base ~ '^#[0-9a-f]{6}$'),
  color_glow text not null check (color_glow ~ '^#[0-9a-f]{6}$'),
  country    text check (country ~ '^[A-Z]{2}$'),
  state      text not null default 'active' check (state in ('active', 'suspended')),
  demo       boolean not null default false,
  created_at timestamptz not null default crels_now()
);
comment on column brand.color_base is 'Ground of its generated cover art; carries white text. color_glow is the light on it.';
comment on column brand.state is 'A suspended brand''s keys open nothing and its campaigns are not found.';

create table brand_key (
  id           text primary key check (id ~ '^bky_[0-9a-f]{32}$'),
  brand_id     text not null references brand (id) on delete cascade,
  secret_hash  bytea not null check (length(secret_hash) = 32),
  label        text not null check (label ~ '\S' and length(label) <= 80),
  created_at   timestamptz not null default crels_now(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);
comment on table brand_key is 'What a brand''s servers sign their calls with. Only the SHA-256 of the secret is kept; 256 random bits need no salt.';
comment on column brand_key.last_used_at is 'To the minute.';
create index brand_key_brand on brand_key (brand_id);

-- ── Categories ───────────────────────────────────────────────────────────────────────────────────────────

create table category (
  slug        text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name        text not null unique check (name ~ '\S' and length(name) <= 60),
  description text not null check (length(description) <= 200),
  icon        text not null check (icon ~ '^Icon[A-Za-z0-9]+$'),
  position    smallint not null unique
);
comment on column category.icon is 'Name of an icon the web app knows.';

insert into category (position, slug, name, description, icon) values
  (1, 'food-drink', 'Food & drink', 'Coffee, kitchens and everything worth sitting down for.', 'IconCoffee'),
  (2, 'outdoor', 'Outdoor', 'Packs, maps and gear for days that begin with weather.', 'IconMountain'),
  (3, 'software', 'Software', 'Tools that people open every working day.', 'IconAppWindow'),
  (4, 'beauty', 'Beauty', 'Skin, hair and the quiet quarter of an hour before bed.', 'IconDroplet'),
  (5, 'audio', 'Audio', 'Headphones, microphones and the rooms they are used in.', 'IconHeadphones'),
  (6, 'books', 'Books', 'On paper, in the ear, or one chosen for you each month.', 'IconBook'),
  (7, 'home', 'Home', 'Light, tables and objects that stay for decades.', 'IconLamp'),
  (8, 'fashion', 'Fashion', 'Clothes to be worn, mended and worn again.', 'IconHanger'),
  (9, 'games', 'Games', 'For the table, the desk and the stream.', 'IconDice5'),
  (10, 'travel', 'Travel', 'Night trains, small stays and long ways round.', 'IconTrain');

-- ── Campaigns ────────────────────────────────────────────────────────────────────────────────────────────

create table campaign (
  id                      text primary key check (id ~ '^cmp_[0-9a-f]{32}$'),
  brand_id                text not null references brand (id),
  category_slug           text not null references category (slug),
  slug                    text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  title                   text not null check (title ~ '\S' and length(title) <= 120),
  summary                 text not null check (summary ~ '\S' and length(summary) <= 400),
  cover_url               text check (cover_url ~ '^/[^/[:space:]]\S*$' and length(cover_url) <= 2048),
  destination_url         text not null check (destination_url ~ '^https?://\S+$' and length(destination_url) <= 2048),
  allowed_hosts           text[] not null
    check (cardinality(allowed_hosts) between 1 and 20 and array_position(allowed_hosts, null) is null),
  terms_version           integer not null check (terms_version > 0),
  reward_click_millicrels integer check (reward_click_millicrels between 1 and 1000000),
  reward_lead_crels       integer check (reward_lead_crels between 1 and 10000000),
  reward_sale_crels       integer check (reward_sale_crels between 1 and 10000000),
  reward_sale_bps         integer check (reward_sale_bps between 1 and 10000),
  least_reward_crels      integer generated always as
    (least(reward_lead_crels, reward_sale_crels,
           case when coalesce(reward_sale_bps, reward_click_millicrels) is not null then 1 end)) stored,
  hold_days               smallint not null default 30 check (hold_days between 0 and 365),
  cookie_days             smallint not null default 30 check (cookie_days between 1 and 365),
  budget_crels            bigint not null default 0 check (budget_crels >= 0),
  per_member_cap_crels    bigint check (per_member_cap_crels > 0),
  member_limit            integer check (member_limit > 0),
  members                 integer not null default 0 check (members >= 0),
  applicants              integer not null default 0 check (applicants >= 0),
  countries               text[] not null default '{}'
    check (array_to_string(countries, ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$' and array_position(countries, null) is null),
  required_channels       text[] not null default '{}'
    check (required_channels <@ array['youtube', 'tiktok', 'instagram', 'x', 'twitch', 'podcast', 'newsletter', 'blog',
                                      'facebook', 'pinterest', 'linkedin', 'threads', 'discord']),
  approval                text not null default 'open' check (approval in ('open', 'application')),
  joining_bonus_points    integer not null default 0 check (joining_bonus_points between 0 and 100000),
  state                   text not null default 'draft'
    check (state in ('draft', 'scheduled', 'active', 'paused', 'exhausted', 'ended', 'archived')),
  -- Milliseconds, as the pages' cursors carry them.
  starts_at               timestamptz(3) not null,
  ends_at                 timestamptz(3),
  popularity              double precision not null default 0 check (popularity >= 0 and popularity < 'Infinity'),
  demo                    boolean not null default false,
  created_at              timestamptz not null default crels_now(),
  -- Both written by a trigger: words and their stems, and the letters for parts of words.
  search                  tsvector not null,
  search_text             text not null,
  constraint campaign_ends_after_start check (ends_at > starts_at),
  constraint campaign_pays_something check
    (num_nonnulls(reward_click_millicrels, reward_lead_crels, reward_sale_crels, reward_sale_bps) > 0),
  constraint campaign_one_sale_reward check (num_nonnulls(reward_sale_crels, reward_sale_bps) < 2)
);
comment on column campaign.slug is 'A name that stays, for files and the demo; addresses use the id.';
comment on column campaign.budget_crels is 'Everything ever put into the budget. What is left is the ledger''s balance of campaign.budget.';
comment on column campaign.least_reward_crels is 'The least a conversion or click can cost: with less left the budget is spent.';
comment on column campaign.members is 'Enrolments that are active; applicants are those that wait. Both take a place. Kept by a trigger.';
comment on column campaign.popularity is 'Countable clicks and joins of 14 days, decayed; written by the job refresh-popularity.';
comment on column campaign.allowed_hosts is 'Hosts that members'' deep links may lead to; the destination''s is one of them.';

create table campaign_terms (
  campaign_id text not null references campaign (id) on delete cascade,
  version     integer not null check (version > 0),
  markdown    text not null check (markdown ~ '\S' and length(markdown) <= 40000),
  created_at  timestamptz not null default crels_now(),
  primary key (campaign_id, version)
);
comment on table campaign_terms is 'Every version of a campaign''s terms that members may have agreed to; never changed.';

-- Checked at the end of the transaction: a campaign and its first terms are written together.
alter table campaign add constraint campaign_current_terms
  foreign key (id, terms_version) references campaign_terms (campaign_id, version) deferrable initially deferred;

-- Lists show running campaigns, in three orders; each may be narrowed to a category.
create index campaign_by_popularity on campaign (popularity desc, id desc) where state in ('active', 'scheduled');
create index campaign_by_start on campaign (starts_at desc, id desc) where state in ('active', 'scheduled');
create index campaign_by_end on campaign ((coalesce(ends_at, 'infinity')), id) where state in ('active', 'scheduled');
create index campaign_by_category on campaign (category_slug, popularity desc, id desc) where state in ('active', 'scheduled');
create index campaign_by_brand on campaign (brand_id, popularity desc, id desc);
create index campaign_search on campaign using gin (search);

-- Parts of words are found with or without it; with it, fast among many.
do $$ begin
  create extension if not exists pg_trgm;
  create index campaign_search_text on campaign using gin (search_text gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise warning 'pg_trgm is not available: searching parts of words reads every campaign';
end $$;

create function campaign_search_written() returns trigger language plpgsql as $$
declare
  v_brand text := (select name from brand where id = new.brand_id);
begin
  new.search := setweight(to_tsvector('english', new.title || ' ' || coalesce(v_brand, '')), 'A')
    || setweight(to_tsvector('english', new.summary), 'B');
  new.search_text := lower(new.title || ' ' || coalesce(v_brand, '') || ' ' || new.summary);
  return new;
end
$$;
create trigger campaign_search_written before insert or update of title, summary, brand_id on campaign
  for each row execute function campaign_search_written();

create function brand_renamed() returns trigger language plpgsql as $$
begin
  update campaign set title = title where brand_id = new.id;
  return null;
end
$$;
create trigger brand_renamed after update of name on brand
  for each row when (old.name is distinct from new.name) execute function brand_renamed();

-- ── Enrolments ───────────────────────────────────────────────────────────────────────────────────────────

create table enrolment (
  id                      text primary key check (id ~ '^enr_[0-9a-f]{32}$'),
  uid                     text not null,
  subject                 text not null,
  campaign_id             text not null references campaign (id),
  state                   text not null check (state in ('applied', 'active', 'declined', 'left', 'removed')),
  -- As the campaign was when the member joined or applied.
  terms_version           integer not null,
  reward_click_millicrels integer check (reward_click_millicrels > 0),
  reward_lead_crels       integer check (reward_lead_crels > 0),
  reward_sale_crels       integer check (reward_sale_crels > 0),
  reward_sale_bps         integer check (reward_sale_bps > 0),
  hold_days               smallint not null check (hold_days >= 0),
  cookie_days             smallint not null check (cookie_days > 0),
  message                 text check (length(message) <= 1000),
  reason                  text check (length(reason) <= 1000),
  -- Milliseconds, as the pages' cursors carry them.
  applied_at              timestamptz(3) not null,
  joined_at               timestamptz(3),
  decided_at              timestamptz(3),
  left_at                 timestamptz(3),
  constraint enrolment_once unique (uid, campaign_id),
  foreign key (campaign_id, terms_version) references campaign_terms (campaign_id, version),
  constraint enrolment_pays_something check
    (num_nonnulls(reward_click_millicrels, reward_lead_crels, reward_sale_crels, reward_sale_bps) > 0),
  constraint enrolment_one_sale_reward check (num_nonnulls(reward_sale_crels, reward_sale_bps) < 2),
  constraint enrolment_dates check (case state
    when 'applied' then joined_at is null and decided_at is null and left_at is null
    when 'active' then joined_at is not null and left_at is null
    when 'declined' then joined_at is null and decided_at is not null and left_at is null
    else left_at is not null
  end)
);
comment on table enrolment is 'A member in a campaign: one row for both, forever. Who leaves and comes back takes up the same one.';
comment on column enrolment.subject is 'The member''s in the ledger, so that earnings find their way after the member has gone.';
comment on column enrolment.left_at is 'When the member left or was removed.';

create index enrolment_of_member on enrolment (uid, applied_at desc, id desc);
create index enrolment_of_member_by_state on enrolment (uid, state, applied_at desc, id desc);
create index enrolment_of_campaign on enrolment (campaign_id, state, applied_at);
create index enrolment_joins on enrolment (joined_at) where joined_at is not null;

-- Keeps the campaign's figures, and refuses a place beyond its limit whatever the code believed: the update
-- locks the campaign's row, so the count is never old.
create function enrolment_counted() returns trigger language plpgsql as $$
declare
  v_before text := case when tg_op <> 'INSERT' then old.state end;
  v_after text := case when tg_op <> 'DELETE' then new.state end;
  v_members integer := (coalesce(v_after, '') = 'active')::integer - (coalesce(v_before, '') = 'active')::integer;
  v_applicants integer := (coalesce(v_after, '') = 'applied')::integer - (coalesce(v_before, '') = 'applied')::integer;
  v_full boolean;
begin
  if v_members = 0 and v_applicants = 0 then
    return null;
  end if;
  update campaign set members = members + v_members, applicants = applicants + v_applicants
  where id = coalesce(new.campaign_id, old.campaign_id)
  returning members + applicants > member_limit into v_full;
  if v_full and v_members + v_applicants > 0 then
    raise exception 'campaign % is full', new.campaign_id using errcode = 'CP001';
  end if;
  return null;
end
$$;
create trigger enrolment_counted after insert or delete or update of state on enrolment
  for each row execute function enrolment_counted();

-- The moves of rules/enrolment-state.ts, and that an enrolment never changes hands.
create function enrolment_moved() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.uid <> old.uid or new.subject <> old.subject or new.campaign_id <> old.campaign_id then
    raise exception 'enrolment % belongs to one member and one campaign', old.id using errcode = 'CP002';
  end if;
  if new.state <> old.state and not (case old.state
    when 'applied' then new.state in ('active', 'declined', 'left')
    when 'active' then new.state in ('left', 'removed')
    when 'declined' then new.state in ('applied', 'active')
    when 'left' then new.state in ('applied', 'active')
    else false
  end) then
    raise exception 'enrolment % cannot go from % to %', old.id, old.state, new.state using errcode = 'CP003';
  end if;
  return new;
end
$$;
create trigger enrolment_moved before update on enrolment for each row execute function enrolment_moved();

-- ── Rights ───────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on campaign_terms from crels_app;
    revoke truncate on brand, brand_key, category, campaign, enrolment from crels_app;
  end if;
end $$;
