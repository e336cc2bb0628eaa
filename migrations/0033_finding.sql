-- Finding campaigns: the words that a search may have meant, and what categories are of interest to whom.

create table campaign_word (
  word text primary key check (length(word) between 3 and 40)
);
comment on table campaign_word is 'Words of titles, summaries and brands of running campaigns, for searches with a slip of the finger; written by the job refresh-search-words.';
create index campaign_word_by_length on campaign_word (length(word));

alter table category add column industries text[] not null default '{}';
comment on column category.industries is 'Industries of creators for whom its campaigns are likely to be of interest (contracts/taxonomies.ts).';

update category set industries = case slug
  when 'food-drink' then array['food', 'family', 'health']
  when 'outdoor' then array['outdoor', 'sports', 'fitness', 'travel', 'photography']
  when 'software' then array['software', 'technology', 'business', 'education', 'finance']
  when 'beauty' then array['beauty', 'health', 'fashion']
  when 'audio' then array['music', 'technology', 'entertainment']
  when 'books' then array['books', 'education', 'entertainment', 'family']
  when 'home' then array['home', 'family']
  when 'fashion' then array['fashion', 'beauty']
  when 'games' then array['gaming', 'entertainment']
  when 'travel' then array['travel', 'outdoor', 'photography']
  else industries
end;

create table campaign_news (
  uid     text primary key references member (uid) on delete cascade,
  told_at timestamptz not null
);
comment on table campaign_news is 'When a member who asked for it was last mailed about new campaigns.';

-- Who asked for a kind of mail.
create index mail_choice_wanted on mail_choice (kind, uid) where is_wanted;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on campaign_word, campaign_news from crels_app;
  end if;
end $$;
