-- Brands and their keys, categories, campaigns with their terms, and members' enrolments.
--
-- Locks are taken in one order: campaign, enrolment, link, ledger accounts (server/modules/campaigns/README.md).
-- A campaign's `state` is what was last written; time and budget may have moved it on since (rules/campaign-state.ts).

-- ── Brands ─────────────────────────────────────────────────────────────────────────────────────────────────

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
  created_at timestamptz not null default crels_now(),
  suspended_at timestamptz,
  constraint brand_suspended check ((state = 'suspended') = (suspended_at is not null))
);
comment on column brand.color_base is 'Ground of its generated cover art; carries white text. color_glow is the light on it.';
comment on column brand.state is 'A suspended brand''s keys open nothing and its campaigns are not found.';

create table brand_key (
  id           text primary key check (id ~ '^bky_[0-9a-f]{32}$'),
  brand_id     text not null references brand (id) on delete cascade,
  secret_hash  bytea check (length(secret_hash) = 32),
  label        text not null check (label ~ '\S' and length(label) <= 80),
  created_at   timestamptz not null default crels_now(),
  last_used_at timestamptz,
  revoked_at   timestamptz,
  kind         text not null default 'secret' check (kind in ('secret', 'signing', 'pixel')),
  scopes       text[] not null default array['conversions', 'refunds', 'claims', 'webhooks']
    check (cardinality(scopes) > 0 and scopes <@ array['conversions', 'refunds', 'claims', 'webhooks']),
  sealed       text,
  expires_at   timestamptz,
  replaces     text references brand_key (id),
  -- 256 random bits need no salt.
  constraint brand_key_secret check (
    case kind when 'secret' then secret_hash is not null and sealed is null
              when 'signing' then secret_hash is null and sealed is not null
              else secret_hash is null and sealed is null and scopes = array['conversions'] end)
);
comment on table brand_key is 'What a brand''s calls are known by: a secret sent as the bearer (kept as its SHA-256), a secret that signs them (kept sealed), or no secret, in the address of an image on the brand''s page.';
comment on column brand_key.last_used_at is 'To the minute.';
comment on column brand_key.replaces is 'The key that this one was made to take over from.';
create index brand_key_brand on brand_key (brand_id);

-- ── Categories ─────────────────────────────────────────────────────────────────────────────────────────────

create table category (
  slug        text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name        text not null unique check (name ~ '\S' and length(name) <= 60),
  description text not null check (length(description) <= 200),
  icon        text not null check (icon ~ '^Icon[A-Za-z0-9]+$'),
  position    smallint not null unique,
  industries  text[] not null default '{}'
);
comment on column category.icon is 'Name of an icon the web app knows.';
comment on column category.industries is 'Industries of creators for whom its campaigns are likely to be of interest (contracts/taxonomies.ts).';

insert into category (position, slug, name, description, icon, industries) values
  (1, 'food-drink', 'Food & drink', 'Coffee, kitchens and everything worth sitting down for.', 'IconCoffee',
    array['food', 'family', 'health']),
  (2, 'outdoor', 'Outdoor', 'Packs, maps and gear for days that begin with weather.', 'IconMountain',
    array['outdoor', 'sports', 'fitness', 'travel', 'photography']),
  (3, 'software', 'Software', 'Tools that people open every working day.', 'IconAppWindow',
    array['software', 'technology', 'business', 'education', 'finance']),
  (4, 'beauty', 'Beauty', 'Skin, hair and the quiet quarter of an hour before bed.', 'IconDroplet',
    array['beauty', 'health', 'fashion']),
  (5, 'audio', 'Audio', 'Headphones, microphones and the rooms they are used in.', 'IconHeadphones',
    array['music', 'technology', 'entertainment']),
  (6, 'books', 'Books', 'On paper, in the ear, or one chosen for you each month.', 'IconBook',
    array['books', 'education', 'entertainment', 'family']),
  (7, 'home', 'Home', 'Light, tables and objects that stay for decades.', 'IconLamp',
    array['home', 'family']),
  (8, 'fashion', 'Fashion', 'Clothes to be worn, mended and worn again.', 'IconHanger',
    array['fashion', 'beauty']),
  (9, 'games', 'Games', 'For the table, the desk and the stream.', 'IconDice5',
    array['gaming', 'entertainment']),
  (10, 'travel', 'Travel', 'Night trains, small stays and long ways round.', 'IconTrain',
    array['travel', 'outdoor', 'photography']);

-- ── Campaigns ──────────────────────────────────────────────────────────────────────────────────────────────

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

-- What asks for a channel, in the order of lists: for a member who has one of them.
create index campaign_asking on campaign (popularity desc, id desc)
  where state in ('active', 'scheduled') and required_channels <> '{}';

-- What asks for a channel, in the order of lists, of one category: for a member who has one of them. Else all that asks
-- for any was read to learn that nothing of the category does.
create index campaign_asking_by_category on campaign (category_slug, popularity desc, id desc)
  where required_channels <> '{}' and state in ('active', 'scheduled');

-- Which state a campaign was in at a moment: what clicks and later questions are judged by.
create table campaign_state_change (
  seq         bigint generated always as identity primary key,
  campaign_id text not null references campaign (id) on delete cascade,
  at          timestamptz not null default crels_now(),
  state       text not null
);
comment on table campaign_state_change is 'Every state that was written for a campaign, by people or by time and budget.';
create index campaign_state_change_of on campaign_state_change (campaign_id, seq);

create table campaign_change (
  seq           bigint generated always as identity primary key,
  campaign_id   text not null references campaign (id) on delete cascade,
  at            timestamptz not null default crels_now(),
  author        text not null check (author ~ '\S' and length(author) <= 80),
  reason        text not null check (reason ~ '\S' and length(reason) <= 1000),
  fields        text[] not null check (cardinality(fields) > 0),
  terms_version integer not null
);
comment on table campaign_change is 'Who changed which fields of a campaign and why; the terms'' version that was current afterwards.';
create index campaign_change_of on campaign_change (campaign_id, seq);

-- What became of a campaign's results in the last 90 days, counted once an hour for all who read its page.
create table campaign_trust (
  campaign_id          text primary key references campaign (id) on delete cascade,
  decided              integer not null check (decided >= 0),
  accepted             integer not null check (accepted between 0 and decided),
  unlocked             integer not null check (unlocked >= 0),
  validation_ms_median bigint check (validation_ms_median >= 0),
  clicks               bigint not null check (clicks >= 0),
  earned_crels         bigint not null check (earned_crels >= 0),
  reversed_crels       bigint not null check (reversed_crels between 0 and earned_crels),
  counted_at           timestamptz(3) not null
);
comment on table campaign_trust is 'The counts of rules/campaign-trust.ts by campaign; written by the job count-trust. One in which nothing happened has no row.';

-- ── Finding ────────────────────────────────────────────────────────────────────────────────────────────────

-- What campaigns are found by stands apart from them: their row is written again with each state, place taken and
-- refreshed popularity, and every time its words would go into two indexes anew, a hundred parts of words among them.
create table campaign_text (
  campaign_id text primary key references campaign (id) on delete cascade,
  terms       tsvector not null,
  title_terms tsvector not null,
  letters       text not null,
  title_letters text not null
);
comment on table campaign_text is 'What a search looks at, by campaign; written by triggers when title, summary or brand change.';
comment on column campaign_text.terms is 'Stems of title, brand and summary; title_terms are those of title and brand alone, which come first.';
comment on column campaign_text.letters is 'The same in small letters, for parts of words; title_letters of title and brand alone.';

-- Which letters a word has, as bits: they exclude nearly all of thousands of words as corrections,
-- at a tenth of what it costs to look at their letters. Here and not in functions/: its results are stored.
create function crels_letter_set(word text) returns bigint
  language sql immutable strict parallel safe
  return (select coalesce(bit_or(1::bigint << (ascii(letter) % 63)), 0) from string_to_table(word, null) as letter);
comment on function crels_letter_set is 'The letters of a word as bits of a number; a few letters share a bit.';

create table campaign_word (
  word       text primary key check (length(word) between 3 and 40),
  letter_set bigint not null generated always as (crels_letter_set(word)) stored
);
comment on table campaign_word is 'Words of titles, summaries and brands of running campaigns, for searches with a spelling mistake; written by the job refresh-search-terms.';
create index campaign_word_by_length on campaign_word (length(word));

-- What is still to be put into an index is read by every search, so that list is short (kB).
create index campaign_text_terms on campaign_text using gin (terms) with (gin_pending_list_limit = 64);
create index campaign_text_title_terms on campaign_text using gin (title_terms) with (gin_pending_list_limit = 64);

-- Parts of words are found with or without pg_trgm; with it, fast among many.
do $$ begin
  create extension if not exists pg_trgm;
  create index campaign_text_letters on campaign_text using gin (letters gin_trgm_ops) with (gin_pending_list_limit = 64);
  create index campaign_text_title_letters on campaign_text using gin (title_letters gin_trgm_ops) with (gin_pending_list_limit = 64);
  create index campaign_word_letters on campaign_word using gin (word gin_trgm_ops) with (gin_pending_list_limit = 64);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise warning 'pg_trgm is not available: searching parts of words reads every campaign';
end $$;

create table campaign_news (
  uid     text primary key references member (uid) on delete cascade,
  notified_at timestamptz not null
);
comment on table campaign_news is 'When a member who asked for it was last mailed about new campaigns.';

-- ── Enrolments ─────────────────────────────────────────────────────────────────────────────────────────────

create table enrolment (
  id                      text primary key check (id ~ '^enr_[0-9a-f]{32}$'),
  uid                     text not null,
  party                   text not null,
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
  terms_agreed_at         timestamptz(3),
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
comment on column enrolment.party is 'The member''s in the ledger, so that earnings find their way after the member has gone.';
comment on column enrolment.left_at is 'When the member left or was removed.';
comment on column enrolment.terms_agreed_at is 'When a member of the campaign agreed to terms newer than those of joining; null: those of joining or applying.';
create index enrolment_of_member on enrolment (uid, applied_at desc, id desc);
create index enrolment_of_member_by_state on enrolment (uid, state, applied_at desc, id desc);
create index enrolment_of_campaign on enrolment (campaign_id, state, applied_at);
create index enrolment_joins on enrolment (joined_at) where joined_at is not null;

-- ── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/campaigns.sql

create trigger campaign_search_written after insert or update of title, summary, brand_id on campaign
  for each row execute function campaign_search_written();
create trigger brand_renamed after update of name on brand
  for each row when (old.name is distinct from new.name) execute function brand_renamed();
create trigger campaign_state_made after insert on campaign
  for each row execute function campaign_state_written();
create trigger campaign_state_written after update of state on campaign
  for each row when (old.state is distinct from new.state) execute function campaign_state_written();
create trigger enrolment_counted after insert or delete or update of state on enrolment
  for each row execute function enrolment_counted();
create trigger enrolment_moved before update on enrolment for each row execute function enrolment_moved();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on campaign_terms, campaign_state_change, campaign_change from crels_app;
    revoke truncate on brand, brand_key, category, campaign, enrolment, campaign_word, campaign_news, campaign_text from crels_app;
  end if;
end $$;
