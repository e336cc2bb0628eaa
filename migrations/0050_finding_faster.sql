-- What asks for a channel, in the order of lists, of one category: for a member who has one of them. Else all that asks
-- for any was read to learn that nothing of the category does.
create index campaign_asking_by_category on campaign (category_slug, popularity desc, id desc)
  where required_channels <> '{}' and state in ('active', 'scheduled');

-- Which letters a word has, as bits: of thousands of words nearly all are told apart by these from one that was meant,
-- at a tenth of what it costs to look at their letters.
create function crels_letter_set(word text) returns bigint
  language sql immutable strict parallel safe
  return (select coalesce(bit_or(1::bigint << (ascii(letter) % 63)), 0) from string_to_table(word, null) as letter);
comment on function crels_letter_set is 'The letters of a word as bits of a number; a few letters share a bit.';

alter table campaign_word add column letter_set bigint not null generated always as (crels_letter_set(word)) stored;
