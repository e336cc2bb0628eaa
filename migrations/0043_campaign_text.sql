-- What campaigns are found by stands apart from them: their row is written again with each state, place taken and
-- refreshed popularity, and every time its words went into two indexes anew, a hundred parts of words among them.

create table campaign_text (
  campaign_id text primary key references campaign (id) on delete cascade,
  words       tsvector not null,
  title_words tsvector not null,
  letters       text not null,
  title_letters text not null
);
comment on table campaign_text is 'What a search looks at, by campaign; written by triggers when title, summary or brand change.';
comment on column campaign_text.words is 'Stems of title, brand and summary; title_words are those of title and brand alone, which come first.';
comment on column campaign_text.letters is 'The same in small letters, for parts of words; title_letters of title and brand alone.';

create function campaign_text_written(p_campaign campaign) returns void language sql as $$
  insert into campaign_text as t (campaign_id, words, title_words, letters, title_letters)
  select p_campaign.id, to_tsvector('english', s.title) || to_tsvector('english', p_campaign.summary),
         to_tsvector('english', s.title), lower(s.title || ' ' || p_campaign.summary), lower(s.title)
  from (select p_campaign.title || ' ' || coalesce((select name from brand where id = p_campaign.brand_id), '')) s (title)
  on conflict (campaign_id) do update set
    words = excluded.words, title_words = excluded.title_words,
    letters = excluded.letters, title_letters = excluded.title_letters
$$;

select campaign_text_written(c) from campaign c;

drop trigger campaign_search_written on campaign;
drop index campaign_search;
drop index if exists campaign_search_text;
alter table campaign drop column search, drop column search_text;

create or replace function campaign_search_written() returns trigger language plpgsql as $$
begin
  perform campaign_text_written(new);
  return null;
end
$$;
create trigger campaign_search_written after insert or update of title, summary, brand_id on campaign
  for each row execute function campaign_search_written();

create or replace function brand_renamed() returns trigger language plpgsql as $$
begin
  perform campaign_text_written(c) from campaign c where brand_id = new.id;
  return null;
end
$$;

-- What is still to be put into an index is read by every search, so that list is short (kB).
create index campaign_text_words on campaign_text using gin (words) with (gin_pending_list_limit = 64);
create index campaign_text_title_words on campaign_text using gin (title_words) with (gin_pending_list_limit = 64);
do $$ begin
  create index campaign_text_letters on campaign_text using gin (letters gin_trgm_ops) with (gin_pending_list_limit = 64);
  create index campaign_text_title_letters on campaign_text using gin (title_letters gin_trgm_ops) with (gin_pending_list_limit = 64);
  create index campaign_word_letters on campaign_word using gin (word gin_trgm_ops) with (gin_pending_list_limit = 64);
exception when undefined_object then
  raise warning 'pg_trgm is not available: searching parts of words reads every campaign';
end $$;

-- What asks for a channel, in the order of lists: for a member who has one of them.
create index campaign_asking on campaign (popularity desc, id desc)
  where state in ('active', 'scheduled') and required_channels <> '{}';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on campaign_text from crels_app;
  end if;
end $$;
