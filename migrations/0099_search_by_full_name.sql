-- What an operator types into the search of the console may be the beginning of the full name, which lists show first.

create index member_full_name_search on member (lower(full_name) text_pattern_ops);
