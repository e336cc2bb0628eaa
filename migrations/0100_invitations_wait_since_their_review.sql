-- An invitation under review waits since a person was asked to look at it, in every list as on Home.

create index friend_invitation_review_since on friend_invitation (coalesce(under_review_at, accepted_at), friend_uid)
  where state = 'under_review';
drop index friend_invitation_under_review;
