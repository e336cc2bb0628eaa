-- What buyers read of a campaign, beside what it offers to creators. Without these, strangers read the brand's name and
-- tagline: title and summary say what a campaign pays, and are for members alone (decision 068).
alter table campaign
  add column public_title text check (public_title ~ '\S' and length(public_title) <= 120),
  add column public_description text check (public_description ~ '\S' and length(public_description) <= 400),
  add column captions text[] not null default '{}'
    check (cardinality(captions) <= 10 and array_position(captions, null) is null
           and length(array_to_string(captions, '')) <= 4000);
comment on column campaign.public_title is 'What its links, previews, pictures and captions call it: the product, never the reward.';
comment on column campaign.captions is 'Words that creators may post with their link; the disclosure is added where it is missing.';
