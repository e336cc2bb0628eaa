-- Conversions under review, as an operator lists them: what is worth most first.

create index earning_under_review on earning ((crels - reversed_crels), conversion_id) where state = 'under_review';
