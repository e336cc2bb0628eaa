-- Before another minimum age or list of countries is set, members whom it refuses are counted: few of all.
create index member_by_birthday on member (birthday) where state = 'active';
create index member_by_country on member (country_of_residence) where state = 'active';
