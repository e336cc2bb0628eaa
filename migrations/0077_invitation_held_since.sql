-- Since when an invitation waits for a person. Of one that was held before this only its acceptance is known.

alter table friend_invitation add column held_at timestamptz(3);
comment on column friend_invitation.held_at is 'When a person was last asked to look at it; kept after the decision.';
